import { startShop } from '../kit/shop/shop-process.ts'
import { testLanguages } from '../suites/languages.ts'

testLanguages('embedded', await startShop({ env: { SHOP_RATE_LIMITS: 'off' } }))

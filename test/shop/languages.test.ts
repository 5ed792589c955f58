import { openHostedShop } from '../kit/shop/hosted-shop.ts'
import { testLanguages } from '../suites/languages.ts'

testLanguages('embedded', await openHostedShop({ env: { SHOP_RATE_LIMITS: 'off' } }))

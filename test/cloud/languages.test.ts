import { startCloudShop } from '../kit/shop/cloud-shop.ts'
import { testLanguages } from '../suites/languages.ts'

testLanguages('cloud', await startCloudShop(1, { env: { SHOP_RATE_LIMITS: 'off' } }))

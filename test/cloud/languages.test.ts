import { openCloudShop } from '../kit/shop/cloud-shop.ts'
import { testLanguages } from '../suites/languages.ts'

testLanguages('cloud', await openCloudShop(1, { SHOP_RATE_LIMITS: 'off' }))

import { startCloudShop } from '../kit/shop/cloud-shop.ts'
import { testShopSettings } from '../suites/shop-settings.ts'

testShopSettings('cloud', await startCloudShop())

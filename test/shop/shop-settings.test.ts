import { startShop } from '../kit/shop/shop-process.ts'
import { testShopSettings } from '../suites/shop-settings.ts'

testShopSettings('embedded', await startShop())

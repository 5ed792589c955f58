import { startShop } from '../kit/shop/shop-process.ts'
import { testManagingItems } from '../suites/managing-items.ts'

testManagingItems('embedded', await startShop())

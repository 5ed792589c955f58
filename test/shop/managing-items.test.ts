import { openEmbeddedShop } from '../kit/shop/unclaimed-shop.ts'
import { testManagingItems } from '../suites/managing-items.ts'

testManagingItems('embedded', openEmbeddedShop)

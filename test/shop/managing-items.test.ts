import { openHostedShop } from '../kit/shop/hosted-shop.ts'
import { testManagingItems } from '../suites/managing-items.ts'

testManagingItems('embedded', await openHostedShop())

import { openCloudShop } from '../kit/shop/cloud-shop.ts'
import { testManagingItems } from '../suites/managing-items.ts'

testManagingItems('cloud', await openCloudShop())

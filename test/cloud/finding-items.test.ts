import { openCloudShop } from '../kit/shop/cloud-shop.ts'
import { testFindingItems } from '../suites/finding-items.ts'

testFindingItems('cloud', await openCloudShop())

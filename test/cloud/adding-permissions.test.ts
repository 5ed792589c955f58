import { openCloudShop } from '../kit/shop/cloud-shop.ts'
import { testAddingPermissions } from '../suites/adding-permissions.ts'

testAddingPermissions('cloud', await openCloudShop())

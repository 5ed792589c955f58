import { openCloudShop } from '../kit/shop/unclaimed-shop.ts'
import { testAddingPermissions } from '../suites/adding-permissions.ts'

testAddingPermissions('cloud', openCloudShop)

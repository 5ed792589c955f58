import { openCloud } from '../kit/shop/unclaimed-shop.ts'
import { whoMayAdd } from '../suites/adding-permissions.ts'

whoMayAdd('cloud', openCloud)

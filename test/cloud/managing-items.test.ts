import { openCloud } from '../kit/shop/unclaimed-shop.ts'
import { whoMayManage } from '../suites/managing-items.ts'

whoMayManage('cloud', openCloud)

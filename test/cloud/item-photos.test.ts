import { openCloud } from '../kit/shop/unclaimed-shop.ts'
import { photosOfItems } from '../suites/item-photos.ts'

photosOfItems('cloud', openCloud)

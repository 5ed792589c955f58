import { openEmbedded } from '../kit/shop/unclaimed-shop.ts'
import { photosOfItems } from '../suites/item-photos.ts'

photosOfItems('embedded', openEmbedded)

import { openEmbeddedShop } from '../kit/shop/unclaimed-shop.ts'
import { testItemPhotos } from '../suites/item-photos.ts'

testItemPhotos('embedded', openEmbeddedShop)

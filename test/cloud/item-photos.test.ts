import { openCloudShop } from '../kit/shop/unclaimed-shop.ts'
import { testItemPhotos } from '../suites/item-photos.ts'

testItemPhotos('cloud', openCloudShop)

import { openCloudShop } from '../kit/shop/cloud-shop.ts'
import { testItemPhotos } from '../suites/item-photos.ts'

testItemPhotos('cloud', await openCloudShop())

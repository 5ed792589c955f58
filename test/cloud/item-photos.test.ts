import { startCloudShop } from '../kit/shop/cloud-shop.ts'
import { testItemPhotos } from '../suites/item-photos.ts'

testItemPhotos('cloud', await startCloudShop())

import { openHostedShop } from '../kit/shop/hosted-shop.ts'
import { testItemPhotos } from '../suites/item-photos.ts'

testItemPhotos('embedded', await openHostedShop())

import { startShop } from '../kit/shop/shop-process.ts'
import { testItemPhotos } from '../suites/item-photos.ts'

testItemPhotos('embedded', await startShop())

import { openCloud } from '../fixtures/claimable.ts'
import { photosOfItems } from '../fixtures/photos-of-items.ts'

photosOfItems('cloud', openCloud)

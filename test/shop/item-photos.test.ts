import { runCommand } from '../fixtures/command.ts'
import { photosOfItems } from '../fixtures/photos-of-items.ts'
import { startShop } from '../fixtures/shop-process.ts'

photosOfItems('embedded', async () => {
  const shop = await startShop()
  return {
    url: shop.url,
    identityUrl: shop.url,
    command: (...args: string[]) => runCommand({ SHOP_DATA_DIR: shop.dataDir }, ...args),
    [Symbol.asyncDispose]: async () => void (await shop.stop()),
  }
})

import { allowLoopback } from '../kit/photos/paused-image-server.ts'
import { startCloudShop } from '../kit/shop/cloud-shop.ts'
import { testRemoteCopies } from '../suites/remote-copies.ts'

const shop = await startCloudShop(2, allowLoopback)
testRemoteCopies('two processes in the cloud', shop, shop.shops[1]?.url)

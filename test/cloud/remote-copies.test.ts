import { allowLoopback } from '../kit/photos/paused-image-server.ts'
import { startCloudShop } from '../kit/shop/cloud-shop.ts'
import { testRemoteCopies } from '../suites/remote-copies.ts'

testRemoteCopies('two processes in the cloud', async () => {
  await using started = new AsyncDisposableStack()
  const { identityUrl, shops } = started.use(await startCloudShop(2, allowLoopback))
  const [shop, other] = shops
  if (shop === undefined || other === undefined) throw new Error('There are no shops.')
  const all = started.move()
  return { url: shop.url, otherUrl: other.url, identityUrl, [Symbol.asyncDispose]: () => all.disposeAsync() }
})

import { nearWeb } from '../kit/photos/paused-image-server.ts'
import { startCloud } from '../kit/shop/cloud-shop.ts'
import { copiesOfPictures } from '../suites/remote-copies.ts'

copiesOfPictures('two processes in the cloud', async () => {
  await using started = new AsyncDisposableStack()
  const { identityUrl, shops } = started.use(await startCloud(2, nearWeb))
  const [shop, other] = shops
  if (shop === undefined || other === undefined) throw new Error('There are no shops.')
  const all = started.move()
  return { url: shop.url, otherUrl: other.url, identityUrl, [Symbol.asyncDispose]: () => all.disposeAsync() }
})

import { startCloud } from '../fixtures/cloud.ts'
import { copiesOfPictures } from '../fixtures/copies-of-pictures.ts'
import { nearWeb } from '../fixtures/held-picture.ts'

copiesOfPictures('two processes in the cloud', async () => {
  await using started = new AsyncDisposableStack()
  const { identityUrl, shops } = started.use(await startCloud(2, nearWeb))
  const [shop, other] = shops
  if (shop === undefined || other === undefined) throw new Error('There are no shops.')
  const all = started.move()
  return { url: shop.url, otherUrl: other.url, identityUrl, [Symbol.asyncDispose]: () => all.disposeAsync() }
})

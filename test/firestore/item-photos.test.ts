import { startCloud } from '../fixtures/cloud.ts'
import { runCommand } from '../fixtures/command.ts'
import { photosOfItems } from '../fixtures/photos-of-items.ts'

photosOfItems('cloud', async () => {
  await using started = new AsyncDisposableStack()
  const cloud = started.use(await startCloud(1))
  const [shop] = cloud.shops
  if (shop === undefined) throw new Error('There is no shop.')
  const all = started.move()
  return {
    url: shop.url,
    identityUrl: cloud.identityUrl,
    command: (...args: string[]) => runCommand(cloud.env, ...args),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
})

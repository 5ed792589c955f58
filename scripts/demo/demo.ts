import { createProgress } from '../../src/cli/progress.ts'
import { findRunningShopSink } from '../../src/cli/stores/running-shop-sink.ts'
import { readConfig } from '../../src/config/config.ts'
import { startShop, type ShopProcess } from '../../test/kit/shop/shop-process.ts'
import { ensureBuild } from '../build/ensure-build.ts'
import { addMore } from './add-more.ts'
import { readPieceCount, usage } from './arguments.ts'
import { Client, type AddedItem } from './client.ts'
import { cutCloseUp, demoItems, fieldsOf, readPicture } from './demo-items.ts'

// Fills an empty shop with items: those with pictures through its public API, more of them as an import does.

async function run(args: readonly string[]): Promise<string> {
  if (args.includes('--help') || args.includes('-h')) return usage
  const count = readPieceCount(args)
  const { http, cloud, dataDir } = readConfig(process.env)
  if (cloud !== undefined) {
    throw new Error('The demo does not fill a shop on Cloud Firestore (SHOP_FIREBASE_PROJECT_ID is set).')
  }
  await using started = new AsyncDisposableStack()
  const client = (await findShop(http.port)) ?? new Client(started.use(await openShop(dataDir)).url)
  if ((await client.countItems()) > 0) {
    throw new Error('This shop already has items. The demo fills empty shops only.')
  }
  if (!(await client.mayAdd())) {
    throw new Error('Only owners may add pieces to this shop. The demo fills shops where everybody may.')
  }
  const sink = await findRunningShopSink(dataDir)
  if (count > demoItems.length && sink === undefined) {
    throw new Error('The running shop has another data folder. Run the demo with the same settings as the shop.')
  }
  const added = await fill(client)
  if (sink) await addMore(sink, count - demoItems.length, added)
  return `${count} pieces are in the shop.`
}

/** The shop that runs at `port` of this machine. */
async function findShop(port: number): Promise<Client | undefined> {
  if (port === 0) return undefined
  const client = new Client(`http://127.0.0.1:${port}`)
  return client.countItems().then(
    () => client,
    () => undefined,
  )
}

/** Starts a shop with the settings of this process, for this machine only and at a free port. */
async function openShop(dataDir: string): Promise<ShopProcess> {
  await ensureBuild()
  const { PORT: _port, ...settings } = process.env
  return startShop({ dataDir, env: { ...settings, HOST: '127.0.0.1' } })
}

/** Adds the items so that the first one is the newest. @returns them in their order. */
async function fill(client: Client): Promise<readonly AddedItem[]> {
  const progress = createProgress(demoItems.length)
  const added: AddedItem[] = []
  for (const item of demoItems.toReversed()) {
    const picture = await readPicture(item.picture)
    const photos = [await client.uploadPhoto(picture)]
    for (const closeUp of item.closeUps) photos.push(await client.uploadPhoto(await cutCloseUp(picture, closeUp)))
    added.unshift(await client.addItem({ ...fieldsOf(item), imageUrl: '', photos }))
    progress.step(item.title)
  }
  return added
}

try {
  process.stdout.write(`${await run(process.argv.slice(2))}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

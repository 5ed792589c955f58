import { createProgress } from '../../src/cli/progress.ts'
import { readConfig } from '../../src/config/config.ts'
import { createClient } from './client.ts'
import { demoItems } from './demo-items.ts'
import { fill } from './fill.ts'
import { openShop } from './open-shop.ts'

// Fills an empty shop with items, through its public API.

async function run(): Promise<string> {
  const { http, cloud } = readConfig(process.env)
  if (cloud !== undefined) {
    throw new Error('The demo does not fill a shop on Cloud Firestore (SHOP_FIREBASE_PROJECT_ID is set).')
  }
  const shop = await openShop(http.port)
  try {
    const client = createClient(shop.origin)
    if ((await client.countItems()) > 0)
      throw new Error('This shop already has items. The demo fills empty shops only.')
    if (!(await client.mayAdd())) {
      throw new Error('Only the owners of this shop may add pieces. The demo fills shops where everybody may.')
    }
    await fill({ client, items: demoItems, progress: createProgress(demoItems.length) })
  } finally {
    await shop.close()
  }
  return `${demoItems.length} pieces are in the shop.`
}

try {
  process.stdout.write(`${await run()}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

import { readConfig } from '../../src/config/config.ts'
import { createProgress } from '../progress.ts'
import { createClient } from './client.ts'
import { fill } from './fill.ts'
import { openShop } from './open-shop.ts'
import { pieces } from './pieces.ts'

// Fills an empty shop with pieces to look at, through its public API.

async function run(): Promise<string> {
  const { http } = readConfig(process.env)
  const shop = await openShop(http.port)
  try {
    const client = createClient(shop.origin)
    if ((await client.countItems()) > 0)
      throw new Error('This shop already has items. The demo fills empty shops only.')
    await fill({ client, pieces, progress: createProgress(pieces.length) })
  } finally {
    await shop.close()
  }
  return `${pieces.length} pieces are in the shop.`
}

try {
  process.stdout.write(`${await run()}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'

import type { Config } from '../../src/config/config.ts'
import { openDataFolder } from '../../src/sqlite/data-folder.ts'
import type { ItemSink, ItemSource } from '../../src/store/archive.ts'
import { createSqliteSource } from '../../src/store/sqlite/sqlite-source.ts'
import { createSqliteStore, itemsFile } from '../../src/store/sqlite/sqlite-store.ts'
import { createCommandLog } from './command-log.ts'
import { noShop } from './reach-shop.ts'
import { findRunningShopSink } from './running-shop-sink.ts'

/** One end of a move. */
export type OpenEnd<T> = T & {
  /** Where the items are, for people. */
  readonly where: string
  close(): Promise<void>
}

/**
 * Where the items of the shop with these settings are. A shop that runs on them is not disturbed.
 *
 * @throws RefusedError, StartError
 */
export async function openSource({ dataDir }: Pick<Config, 'dataDir'>): Promise<OpenEnd<ItemSource>> {
  if (!existsSync(join(dataDir, itemsFile))) throw noShop(dataDir)
  return { ...createSqliteSource(dataDir), where: dataDir, close: () => Promise.resolve() }
}

/**
 * Where the shop with these settings keeps items: through the shop, when it runs, which then shows them at once, or else
 * with the data folder held, which is made when it is missing.
 *
 * @throws RefusedError, StartError
 */
export async function openSink({ dataDir }: Pick<Config, 'dataDir'>): Promise<OpenEnd<ItemSink>> {
  const running = await findRunningShopSink(dataDir)
  if (running) return { ...running, where: dataDir, close: () => Promise.resolve() }
  const folder = openDataFolder(dataDir)
  try {
    const store = createSqliteStore({ folder, log: createCommandLog() })
    return {
      put: (items) => store.put(items),
      where: dataDir,
      async close() {
        await store.close()
        folder.close()
      },
    }
  } catch (error) {
    folder.close()
    throw error
  }
}

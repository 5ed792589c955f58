import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { openDataFolder } from '@stockinette/sqlite/data-folder.ts'

import { itemsFile } from '../../catalogue/sqlite/shop-database.ts'
import { createSqliteStore } from '../../catalogue/sqlite/sqlite-store.ts'
import { createSqliteSource } from '../../catalogue/transfer/sqlite-source.ts'
import type { ItemSink, ItemSource } from '../../catalogue/transfer/transfer.ts'
import { createCommandLog } from '../command-log.ts'
import { noShop } from '../connect.ts'
import { findRunningShopSink } from './running-shop-sink.ts'
import type { OpenEnd } from './stores.ts'

/**
 * The items of a data folder, beside the shop that runs on it or when none does.
 *
 * @throws RefusedError, StartError
 */
export function openFolderSource(dataDir: string): OpenEnd<ItemSource> {
  if (!existsSync(join(dataDir, itemsFile))) throw noShop(dataDir)
  return { ...createSqliteSource(dataDir), where: dataDir, close: () => Promise.resolve() }
}

/**
 * Where the shop on a data folder keeps items: through the shop, when it runs, which then shows them at once, or else
 * with the folder held, which is made when it is missing.
 *
 * @throws RefusedError, StartError
 */
export async function openFolderSink(dataDir: string): Promise<OpenEnd<ItemSink>> {
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

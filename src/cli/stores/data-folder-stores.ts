import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { openDataFolder } from '@stockinette/sqlite/data-folder.ts'
import { openAnyVersionReadOnly } from '@stockinette/sqlite/database.ts'

import { itemsFile } from '../../catalogue/sqlite/shop-database.ts'
import { SqliteStore } from '../../catalogue/sqlite/sqlite-store.ts'
import { createSqliteSource } from '../../catalogue/transfer/sqlite-source.ts'
import type { ItemSink, ItemSource } from '../../catalogue/transfer/transfer.ts'
import type { ShopSettings } from '../../domain/shop-settings.ts'
import { readStoredSettings } from '../../shop-settings/sqlite-settings.ts'
import { retryWhileLocked } from '../locked-folder.ts'
import { createCommandLog, shopNotFound } from '../send-command.ts'
import { findRunningShopSink } from './running-shop-sink.ts'
import type { Opened } from './stores.ts'

/**
 * The items of a data folder, whether or not a shop runs on it.
 *
 * @throws RefusedError, StartError
 */
export function openFolderSource(dataDir: string): Opened<ItemSource> {
  if (!existsSync(join(dataDir, itemsFile))) throw shopNotFound(dataDir)
  return { ...createSqliteSource(dataDir), where: dataDir, [Symbol.asyncDispose]: () => Promise.resolve() }
}

/**
 * The settings of a shop, whether or not it runs on the folder; `undefined` if there is none in the folder, or they cannot
 * be read.
 *
 * @throws StartError
 */
export function readFolderSettings(dataDir: string): ShopSettings | undefined {
  const file = join(dataDir, itemsFile)
  if (!existsSync(file)) return undefined
  using database = openAnyVersionReadOnly(file)
  return readStoredSettings(database)
}

/**
 * Adds items to a data folder: through the running shop, which then shows them at once, or directly, with the folder
 * locked (and created if missing).
 *
 * @throws RefusedError, StartError
 */
export function openFolderSink(dataDir: string): Promise<Opened<ItemSink>> {
  return retryWhileLocked(async () => {
    const running = await findRunningShopSink(dataDir)
    if (running) return { ...running, where: dataDir, [Symbol.asyncDispose]: () => Promise.resolve() }
    await using opened = new AsyncDisposableStack()
    const close = (resource: { close(): void | Promise<void> }) => resource.close()
    const folder = opened.adopt(openDataFolder(dataDir), close)
    const store = opened.adopt(new SqliteStore({ folder, log: createCommandLog() }), close)
    const all = opened.move()
    return { put: (items) => store.put(items), where: dataDir, [Symbol.asyncDispose]: () => all.disposeAsync() }
  })
}

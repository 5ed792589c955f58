import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { requireRestored } from '@stockinette/sqlite/data-folder.ts'
import { openAnyVersionReadOnly } from '@stockinette/sqlite/database.ts'

import { itemsFile } from '../../catalogue/sqlite/shop-database.ts'
import { createSqliteSource } from '../../catalogue/transfer/sqlite-source.ts'
import type { ItemSink, ItemSource } from '../../catalogue/transfer/transfer.ts'
import type { Config } from '../../config/config.ts'
import type { ShopSettings } from '../../domain/shop-settings.ts'
import { readStoredSettings } from '../../shop-settings/sqlite-settings.ts'
import { retryWhileLocked, shopNotFound } from '../send-command.ts'
import { findRunningShopSink } from './running-shop-sink.ts'

/** The settings that locate a shop's items. */
type StoreSettings = Pick<Config, 'dataDir' | 'cloud'>

// Google's libraries are loaded only for a shop in a Firebase project.

/** Where the items of the configured shop are, for people. */
export function describeLocation({ dataDir, cloud }: StoreSettings): string {
  return cloud === undefined ? dataDir : `the Firebase project ${cloud.projectId}`
}

/**
 * The items of the configured shop, whether or not it runs: it is not affected.
 *
 * @throws RefusedError, StartError
 */
export async function openSource({ dataDir, cloud }: StoreSettings): Promise<ItemSource> {
  if (cloud !== undefined) return (await import('./firestore-stores.ts')).openFirestoreSource(cloud)
  requireRestored(dataDir)
  if (!existsSync(join(dataDir, itemsFile))) throw shopNotFound(dataDir)
  return createSqliteSource(dataDir)
}

/**
 * Adds items to the configured shop. To a data folder: through the running shop, which then shows them at once, or directly,
 * with the folder locked (and created if missing).
 *
 * @param opened disposing of it closes the sink.
 * @throws RefusedError, StartError
 */
export async function openSink({ dataDir, cloud }: StoreSettings, opened: AsyncDisposableStack): Promise<ItemSink> {
  if (cloud !== undefined) return (await import('./firestore-stores.ts')).openFirestoreSink(cloud)
  return retryWhileLocked(async () => {
    const running = await findRunningShopSink(dataDir)
    if (running) return running
    const { createCommandLog, lockFolder } = await import('../services.ts')
    const { SqliteStore } = await import('../../catalogue/sqlite/sqlite-store.ts')
    const folder = lockFolder(dataDir, opened)
    return opened.adopt(new SqliteStore({ folder, log: createCommandLog() }), (store) => store.close())
  })
}

/**
 * The settings of the configured shop, whether or not it runs; `undefined` if there is no shop, or they cannot be read.
 *
 * @throws RefusedError, StartError
 */
export async function readSettings({ dataDir, cloud }: StoreSettings): Promise<ShopSettings | undefined> {
  if (cloud !== undefined) return (await import('./firestore-stores.ts')).readProjectSettings(cloud)
  requireRestored(dataDir)
  const file = join(dataDir, itemsFile)
  if (!existsSync(file)) return undefined
  using database = openAnyVersionReadOnly(file)
  return readStoredSettings(database)
}

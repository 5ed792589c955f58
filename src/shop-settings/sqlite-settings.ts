import type { DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'

import { orStorageUnavailable } from '@stockinette/sqlite/errors.ts'
import { inTransaction } from '@stockinette/sqlite/transaction.ts'

import { createWatchers } from '../catalogue/watchers.ts'
import { StartError } from '../domain/errors.ts'
import { photosOfSettings, readShopSettings, type ShopSettings } from '../domain/shop-settings.ts'
import type { Log } from '../log.ts'
import { firstVersion, type SaveOutcome, type SettingsStore, type VersionedSettings } from './settings-store.ts'

/** The settings that were saved in a shop's database of any version; `undefined` if none were, or if they cannot be read. */
export function readSavedSettings(database: DatabaseSync): ShopSettings | undefined {
  const table = database.prepare("SELECT name FROM sqlite_schema WHERE name = 'shop_settings'").get()
  const row = table && database.prepare('SELECT settings FROM shop_settings').get()
  return row && readShopSettings(JSON.parse(String(row['settings'])))
}

export interface SqliteSettingsOptions {
  /** The shop's database, with its migrations behind it. */
  readonly database: DatabaseSync
  /** The settings until some are saved. */
  readonly first: ShopSettings
  readonly log: Log
}

/**
 * Shop settings in the shop's database, which one process has open.
 *
 * @throws StartError when they cannot be read.
 */
export function createSqliteSettings({ database, first, log }: SqliteSettingsOptions): SettingsStore {
  const find = database.prepare('SELECT version, settings FROM shop_settings')
  const put = database.prepare(`INSERT INTO shop_settings (one, version, settings) VALUES (1, 1, :settings)
    ON CONFLICT (one) DO UPDATE SET version = version + 1, settings = :settings`)
  const removePhotos = database.prepare('DELETE FROM settings_photo')
  const insertPhoto = database.prepare('INSERT INTO settings_photo (photo_id) VALUES (?)')
  const watchers = createWatchers<VersionedSettings>((error) =>
    log.error({ err: error }, 'A watcher of the shop settings failed.'),
  )

  const read = (): VersionedSettings => {
    const row = find.get() as { version: number; settings: string } | undefined
    if (row === undefined) return { settings: first, version: firstVersion }
    const settings = readShopSettings(JSON.parse(row.settings))
    if (settings === undefined) throw new StartError('The shop settings in items.db cannot be read.')
    return { settings, version: String(row.version) }
  }
  const save = (settings: ShopSettings, version: string): SaveOutcome => {
    const present = read()
    const before = present.settings
    const isSaved = present.version !== firstVersion && isDeepStrictEqual(before, settings)
    if (isSaved || present.version !== version) return { isDone: isSaved, before, present }
    put.run({ settings: JSON.stringify(settings) })
    removePhotos.run()
    for (const { id } of photosOfSettings(settings)) insertPhoto.run(id)
    return { isDone: true, before, present: read() }
  }
  let announced = read().version
  return {
    read: async () => orStorageUnavailable(read),
    async save(settings, version) {
      const outcome = orStorageUnavailable(() => inTransaction(database, () => save(settings, version)))
      if (outcome.present.version !== announced) watchers.notify(outcome.present)
      announced = outcome.present.version
      return outcome
    },
    watch: (listener) => watchers.add(listener, orStorageUnavailable(read)),
  }
}

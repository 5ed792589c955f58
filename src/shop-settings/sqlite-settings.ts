import type { DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'

import { orStorageUnavailable, StartError, toStartError } from '@stockinette/sqlite/errors.ts'
import { inTransaction } from '@stockinette/sqlite/transaction.ts'

import { createWatchers } from '../catalogue/watchers.ts'
import {
  defaultSettings,
  findMissingSeeds,
  hasAllSettings,
  photosOfSettings,
  readShopSettings,
  type SettingsSeeds,
  type ShopSettings,
} from '../domain/shop-settings.ts'
import type { Log } from '../log.ts'
import { firstVersion, type SaveOutcome, type SettingsStore, type VersionedSettings } from './settings-store.ts'

/** The settings in a shop's database of any version; the defaults if there are none. `undefined` if they cannot be read. */
export function readStoredSettings(database: DatabaseSync): ShopSettings | undefined {
  const table = database.prepare("SELECT name FROM sqlite_schema WHERE name = 'shop_settings'").get()
  const row = table && database.prepare('SELECT settings FROM shop_settings').get()
  return row === undefined ? defaultSettings : readShopSettings(JSON.parse(String(row['settings'])))
}

export interface SqliteSettingsOptions {
  /** The shop's database, with its migrations behind it. */
  readonly database: DatabaseSync
  readonly seeds: SettingsSeeds
  readonly log: Log
}

/**
 * Shop settings in the shop's database, which one process has open.
 *
 * @throws StartError when they cannot be read, or seeds cannot be stored.
 */
export function createSqliteSettings({ database, seeds, log }: SqliteSettingsOptions): SettingsStore {
  const find = database.prepare('SELECT version, settings FROM shop_settings')
  const put = database.prepare(`INSERT INTO shop_settings (one, version, settings) VALUES (1, 1, :settings)
    ON CONFLICT (one) DO UPDATE SET version = version + 1, settings = :settings`)
  const removePhotos = database.prepare('DELETE FROM settings_photo')
  const insertPhoto = database.prepare('INSERT INTO settings_photo (photo_id) VALUES (?)')
  const watchers = createWatchers<VersionedSettings>((error) =>
    log.error({ err: error }, 'A watcher of the shop settings failed.'),
  )

  const readStored = () => {
    const row = find.get() as { version: number; settings: string } | undefined
    const stored = JSON.parse(row?.settings ?? '{}') as object
    const settings = readShopSettings(stored)
    if (settings === undefined) throw new StartError('The shop settings in items.db cannot be read.')
    return { stored, present: { settings, version: row === undefined ? firstVersion : String(row.version) } }
  }
  const read = (): VersionedSettings => readStored().present
  const save = (settings: ShopSettings, version: string): SaveOutcome => {
    const { stored, present } = readStored()
    const before = present.settings
    const isSaved = hasAllSettings(stored) && isDeepStrictEqual(before, settings)
    if (isSaved || present.version !== version) return { isDone: isSaved, before, present }
    put.run({ settings: JSON.stringify({ ...stored, ...settings }) }) // Those of a later version stay.
    removePhotos.run()
    for (const { id } of photosOfSettings(settings)) insertPhoto.run(id)
    return { isDone: true, before, present: read() }
  }
  const storeSeeds = () => {
    const { stored } = readStored()
    const missing = findMissingSeeds(stored, seeds)
    if (missing !== undefined) put.run({ settings: JSON.stringify({ ...stored, ...missing }) })
  }
  try {
    inTransaction(database, storeSeeds)
  } catch (error) {
    throw toStartError(error, database.location() ?? '')
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

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { openDataFolder } from '@stockinette/sqlite/data-folder.ts'
import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'
import { pino } from 'pino'

import { openShopDatabase } from '../catalogue/sqlite/shop-database.ts'
import { SqliteStore } from '../catalogue/sqlite/sqlite-store.ts'
import { defaultSettings } from '../domain/shop-settings.ts'
import { touchSettingsPhotos, withSettingsPhotos } from './settings-photos.ts'
import { firstVersion } from './settings-store.ts'
import { createSqliteSettings } from './sqlite-settings.ts'

const log = pino({ enabled: false })
const placeholder = 'data:image/webp;base64,AAAA'
const photo = (digit: string) => ({ id: digit.repeat(32), width: 720, height: 900, placeholder })

test('withSettingsPhotos: photos of the settings count as used until other settings are saved', async (t) => {
  const folder = openDataFolder(temporaryFolder(t))
  const database = openShopDatabase(folder)
  const items = new SqliteStore({ folder, log, database })
  t.after(async () => {
    await items.close()
    folder.close()
  })
  const settings = createSqliteSettings({ database, seeds: {}, log })
  const { usedPhotos } = withSettingsPhotos(items, settings)
  const ids = ['a', 'b', 'c'].map((digit) => photo(digit).id)
  assert.deepEqual(await usedPhotos(ids), new Set())
  const withTwo = { ...defaultSettings, aboutPhoto: photo('a'), heroPhoto: photo('b') }
  const { present } = await settings.save(withTwo, firstVersion)
  assert.deepEqual(await usedPhotos(ids), new Set(ids.slice(0, 2)))
  assert.deepEqual(await usedPhotos(ids.slice(1)), new Set(ids.slice(1, 2)))
  await settings.save({ ...withTwo, aboutPhoto: null }, present.version)
  assert.deepEqual(await usedPhotos(ids), new Set(ids.slice(1, 2)))
})

test('touchSettingsPhotos: takes the photos of the shop, and names the fields of those that are missing', async () => {
  const known = photo('a')
  const library = { touch: async (id: string) => (id === known.id ? known : undefined) }
  const request = { ...defaultSettings, aboutPhoto: known.id, sharePhoto: known.id, heroPhoto: null }
  assert.deepEqual(await touchSettingsPhotos(request, library), {
    ...defaultSettings,
    aboutPhoto: known,
    sharePhoto: known,
  })
  const missing = touchSettingsPhotos({ ...request, sharePhoto: photo('c').id, heroPhoto: photo('d').id }, library)
  await assert.rejects(missing, {
    fields: { sharePhoto: { code: 'photoNotFound' }, heroPhoto: { code: 'photoNotFound' } },
  })
})

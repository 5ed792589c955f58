import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'

import { pino } from 'pino'

import { openShopDatabase } from '../catalogue/sqlite/shop-database.ts'
import { defaultSettings, type SettingsSeeds } from '../domain/shop-settings.ts'
import { settingsContract } from './settings.contract.ts'
import { createSqliteSettings } from './sqlite-settings.ts'

const log = pino({ enabled: false })

function openForTest() {
  const folder = mkdtempSync(join(tmpdir(), 'settings-'))
  const databases: DatabaseSync[] = []
  const open = (seeds: SettingsSeeds = {}) => {
    const database = openShopDatabase({ path: folder })
    databases.push(database)
    return { database, settings: createSqliteSettings({ database, seeds, log }) }
  }
  return {
    open,
    dispose: () => {
      for (const database of databases) database[Symbol.dispose]()
      rmSync(folder, { recursive: true })
    },
  }
}

settingsContract('SQLite', async (seeds) => {
  const { open, dispose } = openForTest()
  const reopen = async (later?: SettingsSeeds) => open(later).settings
  return { settings: open(seeds).settings, reopen, dispose: async () => dispose() }
})

test('createSqliteSettings: settings of a later version are read; an invalid permission is the strictest', async (t) => {
  const { open, dispose } = openForTest()
  t.after(dispose)
  const { database, settings } = open()
  const stored = { name: 'Wool', whatsapp: '12345', whoMayAdd: 'friends', colours: ['red'], about: 7 }
  database.prepare('INSERT INTO shop_settings VALUES (1, 5, ?)').run(JSON.stringify(stored))
  assert.deepEqual(await settings.read(), {
    settings: { ...defaultSettings, name: 'Wool', whatsapp: '12345', whoMayAdd: 'owners' },
    version: '5',
  })
})

test('createSqliteSettings: settings that cannot be read stop the start in one line', (t) => {
  const { open, dispose } = openForTest()
  t.after(dispose)
  open().database.exec("INSERT INTO shop_settings VALUES (1, 5, '[]')")
  assert.throws(open, { name: 'StartError', message: 'The shop settings in items.db cannot be read.' })
})

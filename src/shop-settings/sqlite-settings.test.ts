import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'
import { pino } from 'pino'

import { openShopDatabase } from '../catalogue/sqlite/shop-database.ts'
import { defaultSettings, type SettingsSeeds } from '../domain/shop-settings.ts'
import { settingsContract } from './settings.contract.ts'
import { createSqliteSettings } from './sqlite-settings.ts'

const log = pino({ enabled: false })

function openForTest(t: TestContext) {
  const path = temporaryFolder(t)
  return (seeds: SettingsSeeds = {}) => {
    const database = openShopDatabase({ path })
    t.after(() => database.close())
    return { database, settings: createSqliteSettings({ database, seeds, log }) }
  }
}

settingsContract('SQLite', async (t, seeds) => {
  const open = openForTest(t)
  return { settings: open(seeds).settings, reopen: async (later) => open(later).settings }
})

test('createSqliteSettings: settings of a later version are read; an invalid permission is the strictest', async (t) => {
  const open = openForTest(t)
  const { database, settings } = open()
  const stored = { name: 'Wool', whatsapp: '12345', whoMayAdd: 'friends', colours: ['red'], about: 7 }
  database.prepare('INSERT INTO shop_settings VALUES (1, 5, ?)').run(JSON.stringify(stored))
  assert.deepEqual(await settings.read(), {
    settings: { ...defaultSettings, name: 'Wool', whatsapp: '12345', whoMayAdd: 'owners' },
    version: '5',
  })
})

test('createSqliteSettings: settings that cannot be read stop the start in one line', (t) => {
  const open = openForTest(t)
  open().database.exec("INSERT INTO shop_settings VALUES (1, 5, '[]')")
  assert.throws(open, { name: 'StartError', message: 'The shop settings in items.db cannot be read.' })
})

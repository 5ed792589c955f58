import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'

import { openDatabase } from '@stockinette/sqlite/database.ts'
import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'

import { raiseVersions } from './raise-versions.ts'
import { itemsFile, migrations } from './shop-database.ts'

for (let schema = 1; schema <= migrations.length; schema++) {
  test(`raiseVersions: a database of schema ${schema} keeps it, and all that has a version has a higher one`, (t) => {
    const file = join(temporaryFolder(t), itemsFile)
    {
      using before = openDatabase(file, migrations.slice(0, schema))
      before.exec('UPDATE catalogue SET revision = 7')
      if (schema >= 10) before.exec("INSERT INTO item VALUES (1, 'beanie', 1, '{}', 0, 0, NULL, 3, NULL)")
    }
    raiseVersions(file, 1_000)
    assert.equal(existsSync(`${file}-wal`), false)
    using after = new DatabaseSync(file)
    assert.equal(after.prepare('PRAGMA user_version').get()?.['user_version'], schema)
    assert.equal(after.prepare('SELECT revision FROM catalogue').get()?.['revision'], 1_007)
    if (schema >= 6) assert.equal(after.prepare('SELECT version FROM shop_settings').get()?.['version'], 1_000)
    if (schema >= 10) assert.equal(after.prepare('SELECT version FROM item').get()?.['version'], 1_003)
  })
}

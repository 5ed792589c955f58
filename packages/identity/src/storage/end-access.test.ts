import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'

import { openDatabase } from '@stockinette/sqlite/database.ts'
import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'

import { accessTables, endAllAccess, keptTables } from './end-access.ts'
import { migrations } from './schema.ts'

test('endAllAccess: each table of the database either lets somebody in and is emptied, or is kept', (t) => {
  const file = join(temporaryFolder(t), 'identity.sqlite')
  using database = openDatabase(file, migrations)
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all()
  assert.deepEqual(
    tables.map(({ name }) => name),
    [...accessTables, ...keptTables].toSorted(),
  )
})

for (let version = 1; version <= migrations.length; version++) {
  test(`endAllAccess: a database of version ${version} keeps its version and its accounts, and nothing else is open`, (t) => {
    const file = join(temporaryFolder(t), 'identity.sqlite')
    {
      using before = openDatabase(file, migrations.slice(0, version))
      before.exec(`INSERT INTO accounts (uid, created_at, last_login_at, last_refresh_at) VALUES ('mary', 1, 1, 1);
        INSERT INTO refresh_tokens (hash, uid, signed_in_at) VALUES (x'00', 'mary', 1);
        INSERT INTO signing_keys VALUES ('key', '{}', 1)`)
    }
    endAllAccess(file, new Date(5_000))
    assert.equal(existsSync(`${file}-wal`), false)
    using after = new DatabaseSync(file)
    assert.equal(after.prepare('PRAGMA user_version').get()?.['user_version'], version)
    for (const table of ['refresh_tokens', 'signing_keys']) {
      assert.deepEqual(after.prepare(`SELECT * FROM ${table}`).all(), [], table)
    }
    const account = after.prepare('SELECT * FROM accounts').get()
    assert.equal(account?.['uid'], 'mary')
    assert.equal(account['valid_since'], version === 1 ? undefined : 5_000)
  })
}

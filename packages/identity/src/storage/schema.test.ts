import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it, test } from 'node:test'

import { openDatabase } from '@stockinette/sqlite/database.ts'
import { assertNoScans, assertStartError, temporaryFolder } from '@stockinette/sqlite/test-support.ts'

import { createAccountTable } from '../accounts/account-table.ts'
import { createIdleAccounts } from '../accounts/clean-up.ts'
import { createStores } from '../context.ts'
import { migrations } from './schema.ts'

test('no query scans a table', (t) => {
  const database = openDatabase(join(temporaryFolder(t), 'identity.sqlite'), migrations)
  t.after(() => database.close())
  assertNoScans(t, database, () => {
    const { atomically } = createStores(database, () => new Date())
    createIdleAccounts(database, atomically)
  })
})

describe('an earlier version, whose ID tokens do not name their session', () => {
  it('refuses to open the file with one line', (t) => {
    const file = join(temporaryFolder(t), 'identity.sqlite')
    openDatabase(file, migrations.slice(0, 3)).close()
    openDatabase(file, migrations).close()
    assertStartError(() => openDatabase(file, migrations.slice(0, 3)), /written by a newer version .*this one knows 3/)
  })
})

describe('accounts of the version without passwords', () => {
  it('are anonymous and keep their sessions', (t) => {
    const file = join(temporaryFolder(t), 'identity.sqlite')
    const before = openDatabase(file, migrations.slice(0, 1))
    before.exec("INSERT INTO accounts VALUES ('mary', 1, 2, 3); INSERT INTO refresh_tokens VALUES (x'00', 'mary', 2)")
    before.close()

    const database = openDatabase(file, migrations)
    t.after(() => database.close())
    const account = createAccountTable(database).find('mary')
    assert.deepEqual([account?.createdAt.getTime(), account?.email, account?.disabled], [1, null, false])
    const session = database.prepare('SELECT uid, sign_in_provider, signed_in_at FROM refresh_tokens').get()
    assert.deepEqual({ ...session }, { uid: 'mary', sign_in_provider: 'anonymous', signed_in_at: 2 })
  })
})

describe('former addresses of unknown verification', () => {
  it('are deleted, as are the links mailed to them', (t) => {
    const file = join(temporaryFolder(t), 'identity.sqlite')
    const before = openDatabase(file, migrations.slice(0, 3))
    before.exec(`
      INSERT INTO accounts (uid, created_at, last_login_at, last_refresh_at, email, initial_email)
        VALUES ('mary', 1, 2, 3, 'maker@shop.example', 'a@evil.example');
      INSERT INTO one_time_codes VALUES (x'00', 'RECOVER_EMAIL', 'mary', 'a@evil.example', 'maker@shop.example', 1, 2);
      INSERT INTO one_time_codes VALUES (x'01', 'PASSWORD_RESET', 'mary', 'maker@shop.example', NULL, 1, 2)`)
    before.close()

    const database = openDatabase(file, migrations)
    t.after(() => database.close())
    const account = createAccountTable(database).find('mary')
    assert.deepEqual([account?.email, account?.initialEmail], ['maker@shop.example', null])
    const codes = database.prepare('SELECT purpose FROM one_time_codes').all()
    assert.deepEqual(
      codes.map(({ purpose }) => purpose),
      ['PASSWORD_RESET'],
    )
  })
})

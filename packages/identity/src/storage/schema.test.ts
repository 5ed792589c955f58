import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'

import { openDatabase } from '@stockinette/sqlite/database.ts'
import { assertStartError, temporaryFolder } from '@stockinette/sqlite/test-support.ts'

import { accountQueries } from '../accounts/account-table.ts'
import { emptyProfile } from '../accounts/account.ts'
import { idleAccountQueries } from '../accounts/idle-accounts.ts'
import { linkQueries } from '../accounts/link-table.ts'
import { openAccounts } from '../accounts/test-support.ts'
import { codeQueries } from '../action-codes/code-table.ts'
import { openSessionQueries } from '../tokens/open-sessions.ts'
import { sessionQueries } from '../tokens/sessions.ts'
import { migrations } from './schema.ts'

describe('each query', () => {
  const queries = Object.entries({
    ...accountQueries,
    ...linkQueries,
    ...sessionQueries,
    ...openSessionQueries,
    ...codeQueries,
    ...idleAccountQueries,
  })
  for (const [name, sql] of queries) {
    it(`never scans a table: ${name}`, (t) => {
      const { database } = openAccounts(t)
      const parameters = Object.fromEntries([...sql.matchAll(/:(\w+)/g)].map(([, key]) => [key ?? '', 'x']))
      const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(parameters)
      assert.ok(!plan.some(({ detail }) => String(detail).startsWith('SCAN')), JSON.stringify(plan))
    })
  }
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
    const folder = mkdtempSync(join(tmpdir(), 'identity-'))
    t.after(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'identity.sqlite')
    const before = openDatabase(file, migrations.slice(0, 1))
    before.exec("INSERT INTO accounts VALUES ('mary', 1, 2, 3); INSERT INTO refresh_tokens VALUES (x'00', 'mary', 2)")
    before.close()

    const database = openDatabase(file, migrations)
    t.after(() => database.close())
    const account = { ...database.prepare(accountQueries.find).get({ uid: 'mary' }) }
    assert.equal(account['created_at'], 1)
    assert.equal(account['email'], emptyProfile.email)
    assert.equal(account['disabled'], 0)
    const session = database.prepare(sessionQueries.find).get({ hash: Buffer.from([0]) })
    assert.deepEqual(
      { ...session },
      { uid: 'mary', sign_in_provider: 'anonymous', signed_in_at: 2, extra_claims: null },
    )
  })
})

describe('former addresses of unknown verification', () => {
  it('are deleted, as are the links mailed to them', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'identity-'))
    t.after(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'identity.sqlite')
    const before = openDatabase(file, migrations.slice(0, 3))
    before.exec(`
      INSERT INTO accounts (uid, created_at, last_login_at, last_refresh_at, email, initial_email)
        VALUES ('mary', 1, 2, 3, 'maker@shop.example', 'a@evil.example');
      INSERT INTO one_time_codes VALUES (x'00', 'RECOVER_EMAIL', 'mary', 'a@evil.example', 'maker@shop.example', 1, 2);
      INSERT INTO one_time_codes VALUES (x'01', 'PASSWORD_RESET', 'mary', 'maker@shop.example', NULL, 1, 2)`)
    before.close()

    const database = openDatabase(file, migrations)
    t.after(() => database.close())
    const account = { ...database.prepare(accountQueries.find).get({ uid: 'mary' }) }
    assert.deepEqual([account['email'], account['initial_email']], ['maker@shop.example', null])
    const codes = database.prepare('SELECT purpose FROM one_time_codes').all()
    assert.deepEqual(
      codes.map(({ purpose }) => purpose),
      ['PASSWORD_RESET'],
    )
  })
})

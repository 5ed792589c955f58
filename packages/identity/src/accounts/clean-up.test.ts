import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { describe, it, type TestContext } from 'node:test'

import { pino } from 'pino'

import { toNewAddress } from './account-changes.ts'
import type { Account } from './account.ts'
import type { Accounts } from './accounts.ts'
import { createCleanUp, manyAnonymous } from './clean-up.ts'
import { openAccounts } from './test-support.ts'

const dayMs = 86_400_000

function openCleanUp(t: TestContext, distrustClock?: () => string | undefined) {
  const store = openAccounts(t)
  const now = () => new Date(store.clock.now)
  const used = new Set<string>()
  const isInUse = async (uids: readonly string[]) => new Set(uids.filter((uid) => used.has(uid)))
  const lines = new EventEmitter()
  const log = pino({}, { write: (line: string) => void lines.emit('line', line) })
  const cleanUp = createCleanUp({ ...store, log, now }, store.database, { isInUse, distrustClock })
  t.after(() => cleanUp.stop())
  const count = (table: string) => store.database.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.['rows']
  return { ...store, used, cleanUp, lines, count }
}

const link = {
  providerId: 'google.com',
  rawId: '117',
  email: null,
  displayName: null,
  photoUrl: null,
  screenName: null,
}

describe('clean-up: an account not used for thirty days', () => {
  it('is deleted with its sessions if it is anonymous and not in use', async (t) => {
    const { accounts, sessions, clock, cleanUp, count } = openCleanUp(t)
    const { uid } = accounts.create()
    sessions.open({ uid, signInProvider: 'anonymous', signedInAt: new Date(clock.now), extraClaims: {} })
    clock.now += 30 * dayMs
    assert.equal(await cleanUp.sweep(), 0)
    clock.now += 1
    assert.equal(await cleanUp.sweep(), 1)
    assert.deepEqual([count('accounts'), count('refresh_tokens')], [0, 0])
  })

  it('is kept if the application uses it', async (t) => {
    const { accounts, used, clock, cleanUp } = openCleanUp(t)
    const { uid } = accounts.create()
    used.add(uid)
    used.add('nobody')
    clock.now += 31 * dayMs
    assert.equal(await cleanUp.sweep(), 0)
    assert.ok(accounts.find(uid))
  })

  it('is kept if its user can sign in to it again', async (t) => {
    const { accounts, clock, cleanUp, count } = openCleanUp(t)
    accounts.create({ email: 'mary@example.com' })
    accounts.create({ customAuth: true })
    accounts.create({ link })
    clock.now += 31 * dayMs
    assert.equal(await cleanUp.sweep(), 0)
    assert.equal(count('accounts'), 3)
  })

  it('is kept if it was created before the application reported accounts in use', async (t) => {
    const { database, cleanUp, count } = openCleanUp(t)
    database.exec("INSERT INTO accounts (uid, created_at, last_login_at, last_refresh_at) VALUES ('mary', 1, 1, 1)")
    assert.equal(await cleanUp.sweep(), 0)
    assert.equal(count('accounts'), 1)
  })

  it('is deleted in batches, between which other requests are answered', async (t) => {
    const { accounts, atomically, clock, cleanUp, count } = openCleanUp(t)
    atomically(() => {
      for (let number = 0; number < 60; number += 1) {
        accounts.create({ link: { ...link, rawId: String(number) } })
        accounts.create()
      }
    })
    clock.now += 31 * dayMs
    const sweeping = cleanUp.sweep()
    assert.ok(Number(count('accounts')) >= 70, 'most are still there after the first batch')
    const newcomer = accounts.create()
    assert.equal(await sweeping, 60)
    assert.equal(count('accounts'), 61)
    assert.ok(accounts.find(newcomer.uid))
  })
})

describe('clean-up: an anonymous account not in use and not seen for two days', () => {
  it('is deleted if there are more than ten thousand', async (t) => {
    const { accounts, atomically, database, clock, cleanUp, count } = openCleanUp(t)
    const fill = database.prepare(`INSERT INTO accounts (uid, created_at, last_login_at, last_refresh_at, is_kept)
      VALUES (:uid, :at, :at, :at, 0)`)
    atomically(() => {
      for (let number = 0; number < manyAnonymous; number++) fill.run({ uid: `anonymous ${number}`, at: clock.now })
    })
    clock.now += 2 * dayMs + 1
    assert.equal(await cleanUp.sweep(), 0)
    accounts.create()
    assert.equal(await cleanUp.sweep(), manyAnonymous)
    assert.equal(count('accounts'), 1)
  })
})

describe('clean-up: an account that was used within thirty days', () => {
  const uses: Record<string, (accounts: Accounts, account: Account) => void> = {
    'signed in': (accounts, account) => accounts.noteSignIn(account),
    'refreshed its token': (accounts, { uid }) => accounts.noteRefresh(uid),
  }
  for (const [what, use] of Object.entries(uses)) {
    it(`is kept if it ${what}`, async (t) => {
      const { accounts, clock, cleanUp } = openCleanUp(t)
      const account = accounts.create()
      clock.now += 29 * dayMs
      use(accounts, account)
      clock.now += 2 * dayMs
      assert.equal(await cleanUp.sweep(), 0)
    })
  }
})

describe('clean-up: an action code', () => {
  it('is deleted a week after it expired', async (t) => {
    const { codes, clock, cleanUp, count } = openCleanUp(t)
    const code = codes.create({ purpose: 'PASSWORD_RESET', uid: null, email: 'mary@example.com', newEmail: null })
    clock.now += dayMs
    await cleanUp.sweep()
    assert.throws(() => codes.get(code), { code: 'EXPIRED_OOB_CODE' })
    clock.now += 7 * dayMs
    await cleanUp.sweep()
    assert.throws(() => codes.get(code), { code: 'INVALID_OOB_CODE' })
    assert.equal(count('one_time_codes'), 0)
  })
})

describe('clean-up', () => {
  it('runs at the start and every hour', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] })
    const { accounts, clock, cleanUp, lines } = openCleanUp(t)
    const said = async () => JSON.parse(((await once(lines, 'line')) as [string])[0]) as { accounts: number }
    accounts.create()
    clock.now += 31 * dayMs
    const atStart = said()
    cleanUp.start()
    assert.equal((await atStart).accounts, 1)
    accounts.create()
    clock.now += 31 * dayMs
    const later = said()
    t.mock.timers.tick(3_600_000)
    assert.equal((await later).accounts, 1)
  })

  it('deletes nothing while the clock is implausible', async (t) => {
    const { accounts, clock, cleanUp, lines, count } = openCleanUp(t, () => 'the clock jumped')
    accounts.create()
    clock.now += 31 * dayMs
    const said = once(lines, 'line') as Promise<[string]>
    cleanUp.start()
    assert.match((await said)[0], /the clock jumped/)
    assert.equal(count('accounts'), 1)
  })

  it('logs a failure, and stops when the service closes', async (t) => {
    const { database, cleanUp, lines } = openCleanUp(t)
    database.exec('ALTER TABLE accounts RENAME TO lost')
    const said = once(lines, 'line') as Promise<[string]>
    cleanUp.start()
    assert.match((await said)[0], /housekeeping failed/)
    cleanUp.stop()
  })
})

describe('clean-up: a verified address that an account lost', () => {
  it('is forgotten after thirty days', async (t) => {
    const { accounts, clock, cleanUp } = openCleanUp(t)
    const account = accounts.create({ email: 'first@example.com', emailVerified: true })
    const former = () => accounts.find(account.uid)?.initialEmail
    accounts.update(account.uid, toNewAddress(account, 'second@example.com'))
    clock.now += 30 * dayMs
    await cleanUp.sweep()
    assert.equal(former(), 'first@example.com')
    clock.now += 1
    await cleanUp.sweep()
    assert.equal(former(), null)
  })
})

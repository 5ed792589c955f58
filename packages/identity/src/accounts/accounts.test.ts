import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'

import { hashRefreshToken, isRefreshToken, toSessionId } from '../tokens/secrets.ts'
import { emptyProfile, type Account, type Profile, type ProviderLink } from './account.ts'
import { openAccounts } from './test-support.ts'

const google: ProviderLink = {
  providerId: 'google.com',
  rawId: '117',
  email: 'mary@example.com',
  displayName: 'Mary',
  photoUrl: 'https://example.com/mary.jpg',
  screenName: null,
}
const everything: Profile = {
  email: 'mary@example.com',
  emailVerified: true,
  emailLinkSignIn: true,
  initialEmail: 'm@example.com',
  displayName: 'Mary',
  photoUrl: 'https://example.com/mary.jpg',
  screenName: 'knitter',
  passwordHash: '$argon2id$1',
  disabled: true,
  customAuth: true,
  customClaims: { maker: true, shops: ['one'] },
  grantId: 'random',
}

/** A sign-in of the account; returns its refresh token. */
function openSession({ sessions, clock }: ReturnType<typeof openAccounts>, { uid }: Pick<Account, 'uid'>): string {
  const signedInAt = new Date(clock.now)
  return sessions.open({ uid, signInProvider: 'password', signedInAt, extraClaims: { a: 1 } }).refreshToken
}

describe('accounts', () => {
  it('a new account has only its timestamps', (t) => {
    const { accounts, clock } = openAccounts(t)
    const { uid, ...account } = accounts.create()
    const now = new Date(clock.now)
    assert.match(uid, /^[A-Za-z0-9]{28}$/)
    assert.deepEqual(account, {
      ...emptyProfile,
      createdAt: now,
      lastLoginAt: now,
      lastRefreshAt: now,
      passwordUpdatedAt: null,
      initialEmailAt: null,
      validSince: null,
      links: [],
    })
  })

  it('are found by uid, e-mail address and provider', (t) => {
    const { accounts, clock } = openAccounts(t)
    const account = accounts.create({ ...everything, uid: 'mary', link: google })
    accounts.create({ email: 'other@example.com' })
    const now = new Date(clock.now)
    const times = {
      createdAt: now,
      lastLoginAt: now,
      lastRefreshAt: now,
      passwordUpdatedAt: now,
      initialEmailAt: now,
      validSince: now,
    }
    assert.deepEqual(account, { ...everything, ...times, uid: 'mary', links: [google] })
    assert.deepEqual(accounts.find('mary'), account)
    assert.deepEqual(accounts.findByEmail('mary@example.com'), account)
    assert.deepEqual(accounts.findByLink('google.com', '117'), account)
    assert.deepEqual(accounts.listByAnyEmail('mary@example.com'), [account])
  })

  it('are not found by an unknown uid, address or provider', (t) => {
    const { accounts } = openAccounts(t)
    accounts.create({ email: 'mary@example.com', link: google })
    assert.equal(accounts.find('mary'), undefined)
    assert.equal(accounts.findByEmail('m@example.com'), undefined)
    assert.equal(accounts.findByLink('oidc.other', '117'), undefined)
    assert.deepEqual(accounts.listByAnyEmail('m@example.com'), [])
  })

  it('byEmail: prefers the account with the address itself to one whose provider gave it', (t) => {
    const { accounts } = openAccounts(t)
    const linked = accounts.create({ link: google })
    const owner = accounts.create({ email: 'mary@example.com' })
    assert.deepEqual(accounts.listByAnyEmail('mary@example.com'), [owner, linked])
  })

  it('a duplicate uid, address or provider link throws, and stores nothing', (t) => {
    const { accounts } = openAccounts(t)
    const { uid } = accounts.create({ uid: 'mary', email: 'mary@example.com', link: google })
    const other = accounts.create({ email: 'other@example.com' })
    assert.throws(() => accounts.create({ uid }), { code: 'DUPLICATE_LOCAL_ID' })
    assert.throws(() => accounts.create({ email: 'mary@example.com' }), { code: 'EMAIL_EXISTS' })
    assert.throws(() => accounts.create({ uid: 'x', link: google }), { code: 'FEDERATED_USER_ID_ALREADY_LINKED' })
    assert.throws(() => accounts.update(other.uid, { email: 'mary@example.com' }), { code: 'EMAIL_EXISTS' })
    assert.throws(() => accounts.link(other.uid, google), { code: 'FEDERATED_USER_ID_ALREADY_LINKED' })
    assert.equal(accounts.find('x'), undefined)
    assert.deepEqual(accounts.find(other.uid), other)
  })

  it('link to at most one account of each provider', (t) => {
    const { accounts } = openAccounts(t)
    const { uid } = accounts.create({ link: google })
    const renamed = { ...google, displayName: 'Mary Ann' }
    assert.deepEqual(accounts.link(uid, renamed).links, [renamed])
    const another = { ...google, rawId: '118' }
    assert.deepEqual(accounts.link(uid, another).links, [another])
    const oidc = { ...google, providerId: 'oidc.other' }
    assert.deepEqual(accounts.link(uid, oidc).links, [another, oidc])
    assert.deepEqual(accounts.unlink(uid, 'google.com').links, [oidc])
    assert.equal(accounts.create({ link: google }).links.length, 1)
  })

  it('remove: deletes all rows of the account', (t) => {
    const store = openAccounts(t)
    const { accounts, database, sessions } = store
    const account = accounts.create({ email: 'mary@example.com', link: google })
    const refreshToken = openSession(store, account)
    const insertCode = database.prepare('INSERT INTO one_time_codes VALUES (?, ?, ?, ?, NULL, 0, 1, 0)')
    insertCode.run(Buffer.from('code'), 'VERIFY_EMAIL', account.uid, 'mary@example.com')
    accounts.remove(account.uid)
    assert.equal(sessions.find(refreshToken), undefined)
    for (const table of ['accounts', 'provider_links', 'refresh_tokens', 'one_time_codes']) {
      assert.equal(database.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.['rows'], 0, table)
    }
    assert.throws(() => accounts.update(account.uid, {}), { code: 'USER_NOT_FOUND' })
  })

  it('rehash: does not overwrite a hash that was set meanwhile', (t) => {
    const { accounts } = openAccounts(t)
    const { uid } = accounts.create({ email: 'mary@example.com', passwordHash: 'old' })
    accounts.rehash(uid, 'old', 'old, stronger')
    assert.equal(accounts.find(uid)?.passwordHash, 'old, stronger')
    accounts.update(uid, { passwordHash: 'new' })
    accounts.rehash(uid, 'old, stronger', 'old, stronger still')
    assert.equal(accounts.find(uid)?.passwordHash, 'new')
  })
})

/** What is done to an account, and whether the tokens that it had are good for nothing then. */
const changes: readonly [name: string, endsSessions: boolean, change: Partial<Profile>][] = [
  ['a new password', true, { passwordHash: 'new' }],
  ['another address', true, { email: 'other@example.com' }],
  ['the same address', false, { email: 'mary@example.com' }],
  ['no address any more', false, { email: null, passwordHash: null }],
  ['an address that is verified', false, { emailVerified: true }],
  ['another name', false, { displayName: 'Mary' }],
]

describe('sessions', () => {
  for (const [name, endsSessions, change] of changes) {
    it(`${endsSessions ? 'end' : 'continue'} after a change: ${name}`, (t) => {
      const store = openAccounts(t)
      const account = store.accounts.create({ email: 'mary@example.com' })
      const refreshToken = openSession(store, account)
      store.clock.now += 5000
      const changed = store.accounts.update(account.uid, change)
      assert.equal(changed.validSince?.getTime(), endsSessions ? store.clock.now : undefined)
      assert.equal(store.sessions.find(refreshToken) === undefined, endsSessions)
    })
  }

  it('are stored in the order of their creation, like accounts', (t) => {
    const store = openAccounts(t, { now: Date.parse('1970-01-01T00:00:00Z') })
    const begun = ['1970-01-01', '2026-11-21', '2059-05-26', '3000-01-01'].map((date) => {
      store.clock.now = Date.parse(date)
      const { uid } = store.accounts.create()
      openSession(store, { uid })
      return uid
    })
    const listUids = (table: string, key: string): unknown[] =>
      store.database
        .prepare(`SELECT uid FROM ${table} ORDER BY ${key}`)
        .all()
        .map(({ uid }) => uid)
    assert.deepEqual(listUids('accounts', 'uid'), begun)
    assert.deepEqual(listUids('refresh_tokens', 'hash'), begun)
  })

  it('continue with a refresh token in the format without a time', (t) => {
    const { accounts, clock, database, sessions } = openAccounts(t)
    const { uid } = accounts.create()
    const refreshToken = randomBytes(32).toString('base64url')
    const hash = createHash('sha256').update(refreshToken).digest()
    const insert = 'INSERT INTO refresh_tokens (hash, uid, signed_in_at, last_used_at) VALUES (?, ?, ?, ?)'
    database.prepare(insert).run(hash, uid, clock.now, clock.now)
    assert.ok(isRefreshToken(refreshToken))
    assert.equal(sessions.find(refreshToken)?.uid, uid)
  })

  it('are not found by a refresh token with the right time and another secret', (t) => {
    const store = openAccounts(t)
    const refreshToken = openSession(store, store.accounts.create())
    const forged = refreshToken.slice(0, 9) + randomBytes(32).toString('base64url')
    assert.ok(isRefreshToken(forged))
    assert.equal(store.sessions.find(forged), undefined)
    assert.equal(store.sessions.find(refreshToken.slice(9)), undefined)
  })

  it('endAll: ends the sessions of one account only', (t) => {
    const store = openAccounts(t)
    const account = store.accounts.create()
    const tokens = [openSession(store, account), openSession(store, account)]
    const others = openSession(store, store.accounts.create())
    assert.equal(store.accounts.revokeTokens(account.uid).validSince?.getTime(), store.clock.now)
    assert.deepEqual(
      [...tokens, others].map((token) => store.sessions.find(token) !== undefined),
      [false, false, true],
    )
  })

  it('at most a hundred per account: the least recently used one ends', (t) => {
    const store = openAccounts(t)
    const account = store.accounts.create()
    const tokens = Array.from({ length: 100 }, () => {
      store.clock.now += 1000
      return openSession(store, account)
    })
    store.clock.now += 1000
    store.sessions.noteUse(tokens[0] ?? '')
    tokens.push(openSession(store, account))
    const ended = tokens.flatMap((token, index) => (store.sessions.find(token) === undefined ? [index] : []))
    assert.deepEqual(ended, [1])
  })

  it('a new one is open although a hundred others are from when the clock was ahead', (t) => {
    const store = openAccounts(t)
    const account = store.accounts.create()
    store.clock.now += 3_600_000
    for (let count = 0; count < 100; count++) openSession(store, account)
    store.clock.now -= 3_600_000
    assert.equal(store.sessions.find(openSession(store, account))?.uid, account.uid)
  })

  it('record the provider and the time of the sign-in', (t) => {
    const store = openAccounts(t)
    const { uid } = store.accounts.create()
    const refreshToken = openSession(store, store.accounts.find(uid) as Account)
    assert.deepEqual(store.sessions.find(refreshToken), {
      id: toSessionId(hashRefreshToken(refreshToken)),
      uid,
      signInProvider: 'password',
      signedInAt: new Date(store.clock.now),
      extraClaims: { a: 1 },
    })
  })
})

describe('a transaction', () => {
  it('stores all of its changes or none', (t) => {
    const { accounts, atomically } = openAccounts(t)
    const broken = () =>
      atomically(() => {
        accounts.create({ uid: 'mary' })
        accounts.link('mary', google)
        accounts.create({ uid: 'mary' })
      })
    assert.throws(broken, { code: 'DUPLICATE_LOCAL_ID' })
    assert.equal(accounts.find('mary'), undefined)
  })
})

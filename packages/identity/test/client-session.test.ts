import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { describe, it, type TestContext } from 'node:test'

import { deleteUser, reload, signInAnonymously, type User } from 'firebase/auth'

import { openBrowser } from './test-support-client.ts'
import { serveIdentity, type Service } from './test-support-identity.ts'

const toolkit = '/identitytoolkit.googleapis.com/v1/accounts'
const token = '/securetoken.googleapis.com/v1/token'

async function openSignedIn(t: TestContext) {
  const service = await serveIdentity(t)
  const browser = openBrowser(t, service.origin)
  const { user } = await signInAnonymously(browser.auth)
  return { service, browser, user }
}

/** Runs `work` while another program locks or damages the database. */
async function whileBroken(
  file: string,
  [breakSql, repairSql]: [string, string],
  work: () => Promise<void>,
): Promise<void> {
  const database = new DatabaseSync(file)
  database.exec(breakSql)
  try {
    await work()
  } finally {
    database.exec(repairSql)
    database.close()
  }
}

const locked: [string, string] = ['BEGIN IMMEDIATE', 'ROLLBACK']
const damaged: [string, string] = ['ALTER TABLE accounts RENAME TO lost', 'ALTER TABLE lost RENAME TO accounts']

describe('official client', () => {
  it('signs in anonymously', async (t) => {
    const started = Date.now()
    const { service, browser, user } = await openSignedIn(t)
    assert.equal(browser.auth.currentUser, user)
    assert.match(user.uid, /^[A-Za-z0-9]{28}$/)
    assert.equal(user.isAnonymous, true)
    assert.equal(user.emailVerified, false)
    assert.deepEqual(user.providerData, [])
    for (const field of ['email', 'displayName', 'phoneNumber', 'photoURL', 'tenantId'] as const) {
      assert.equal(user[field], null, field)
    }
    for (const time of [user.metadata.creationTime, user.metadata.lastSignInTime]) {
      assert.ok(Date.parse(time ?? '') >= started - 1000, `${time}`)
    }
    const { signInProvider, claims } = await user.getIdTokenResult()
    assert.equal(signInProvider, 'anonymous')
    assert.equal(claims.sub, user.uid)
    assert.partialDeepStrictEqual(await service.identify(await user.getIdToken()), { uid: user.uid, isAnonymous: true })
  })

  it('refreshes its ID token', async (t) => {
    const { service, user } = await openSignedIn(t)
    const { refreshToken } = user
    assert.partialDeepStrictEqual(await service.identify(await user.getIdToken(true)), {
      uid: user.uid,
      isAnonymous: true,
    })
    assert.equal(user.refreshToken, refreshToken)
  })

  it('reloads its user without another sign-up', async (t) => {
    const { service, user } = await openSignedIn(t)
    await reload(user)
    await user.getIdToken(true)
    assert.equal(user.isAnonymous, true)
    assert.equal(service.signUps(), 1)
  })

  it('keeps its user when the page is reloaded', async (t) => {
    const { browser, user } = await openSignedIn(t)
    assert.equal((await browser.reloadPage()).currentUser?.uid, user.uid)
  })

  it('keeps its user and tokens when the service restarts', async (t) => {
    const { service, browser, user } = await openSignedIn(t)
    const idToken = await user.getIdToken()
    await service.restart()
    assert.equal((await service.identify(idToken)).uid, user.uid)
    await user.getIdToken(true)
    await reload(user)
    assert.equal((await browser.reloadPage()).currentUser?.uid, user.uid)
  })

  it('deletes its user', async (t) => {
    const { browser, user } = await openSignedIn(t)
    await deleteUser(user)
    assert.equal(browser.auth.currentUser, null)
  })
})

async function deleteAccount(service: Service, user: User): Promise<void> {
  const answer = await service.post(`${toolkit}:delete`, JSON.stringify({ idToken: await user.getIdToken() }))
  assert.equal(answer.status, 200)
}

describe('user of a deleted account', () => {
  const calls: Record<string, (user: User) => Promise<unknown>> = {
    'the token is refreshed': (user) => user.getIdToken(true),
    'the user is reloaded': (user) => reload(user),
  }
  for (const [moment, call] of Object.entries(calls)) {
    it(`is signed out when ${moment}`, async (t) => {
      const { service, browser, user } = await openSignedIn(t)
      await deleteAccount(service, user)
      await assert.rejects(call(user), { code: 'auth/user-token-expired' })
      assert.equal(browser.auth.currentUser, null)
    })
  }

  it('is signed out when the page is reloaded, and can sign in to a new account', async (t) => {
    const { service, browser, user } = await openSignedIn(t)
    await deleteAccount(service, user)
    const auth = await browser.reloadPage()
    assert.equal(auth.currentUser, null)
    assert.notEqual((await signInAnonymously(auth)).user.uid, user.uid)
  })
})

describe('server failure', () => {
  it('locked database: answers 503 and the user stays signed in', async (t) => {
    const { service, browser, user } = await openSignedIn(t)
    await whileBroken(service.file, locked, async () => {
      await assert.rejects(user.getIdToken(true), { code: 'auth/network-request-failed' })
      assert.equal(browser.auth.currentUser, user)
    })
    await user.getIdToken(true)
  })

  it('new signing keys: the user stays signed in and gets a new ID token', async (t) => {
    const { service, browser, user } = await openSignedIn(t)
    const before = await user.getIdToken()
    await service.identify(before)
    await service.identity().administration.rotateKeys()
    await assert.rejects(service.identify(before), { code: 'not-signed-in' })
    const { currentUser } = await browser.reloadPage()
    assert.ok(currentUser?.uid === user.uid)
    assert.equal((await service.identify(await currentUser.getIdToken(true))).uid, user.uid)
    await reload(currentUser)
    assert.equal((await browser.reloadPage()).currentUser?.uid, user.uid)
  })

  it('damaged database while the page is reloaded: the user stays signed in', async (t) => {
    const { service, browser, user } = await openSignedIn(t)
    await whileBroken(service.file, damaged, async () => {
      assert.equal((await browser.reloadPage()).currentUser?.uid, user.uid)
    })
    assert.equal((await browser.reloadPage()).currentUser?.uid, user.uid)
  })

  it('answers in plain text and logs no token', async (t) => {
    const { service, user } = await openSignedIn(t)
    const body = JSON.stringify({ idToken: await user.getIdToken() })
    const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: user.refreshToken })
    const lookUp = async () =>
      assert.deepEqual(await readPlain(service.post(`${toolkit}:lookup`, body)), [500, 'text/plain'])
    const refresh = async () => assert.deepEqual(await readPlain(service.post(token, form)), [503, 'text/plain'])
    await whileBroken(service.file, damaged, lookUp)
    await whileBroken(service.file, locked, refresh)
    assert.deepEqual(
      service.logged.map((line) => (JSON.parse(line) as { path: string }).path),
      [`${toolkit}:lookup`, token],
    )
    assert.ok(!service.logged.join('').includes(user.refreshToken))
    assert.ok(!service.logged.join('').includes((await user.getIdToken()).slice(-40)))
  })
})

async function readPlain(pending: Promise<Response>): Promise<[status: number, type: string | undefined]> {
  const response = await pending
  return [response.status, response.headers.get('Content-Type')?.split(';')[0]]
}

import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, it, type TestContext } from 'node:test'

import { reload, signInAnonymously, signInWithEmailAndPassword } from 'firebase/auth'

import { code, openBrowser, openMary, password } from './test-support-client.ts'
import { serveIdentity, type Answer } from './test-support-identity.ts'

const toolkit = '/identitytoolkit.googleapis.com/v1/accounts'
const token = '/securetoken.googleapis.com/v1/token'

const hourMs = 3_600_000

/** Shared by tests that change nothing of the service itself. */
const shared = await serveIdentity({ after })

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

  it('a clock that was five hours behind: the user stays signed in and gets a new ID token', async (t) => {
    const { service, browser, user } = await openSignedIn(t)
    service.clock.aheadMs = 5 * hourMs // The clock is set right: the session began five hours too early.
    const { currentUser } = await browser.reloadPage()
    assert.ok(currentUser?.uid === user.uid)
    assert.equal((await service.identify(await currentUser.getIdToken(true))).uid, user.uid)
  })

  it('an expired ID token grants nothing while its session is open, and is invalid once it has ended', async (t) => {
    const { service, user } = await openSignedIn(t)
    const fields = { idToken: await user.getIdToken(), email: 'thief@example.com', password, token: user.refreshToken }
    const methods = ['/v1/accounts:lookup', '/v1/accounts:update', '/v1/accounts:signUp', '/v1/accounts:delete']
    const callAll = () =>
      Promise.all([...methods, '/v2/accounts:revokeToken'].map((path) => service.callToolkit(path, fields)))
    service.clock.aheadMs = 2 * hourMs
    for (const response of await callAll()) {
      assert.deepEqual(
        [response.status, await response.text()],
        [503, 'The service is busy. Please try again in a moment.'],
      )
    }
    assert.equal((await service.refresh(user.refreshToken)).status, 200)
    service.identity().administration.revokeTokens(user.uid)
    for (const response of await callAll()) {
      assert.equal(((await response.json()) as Answer).error?.message, 'INVALID_ID_TOKEN')
    }
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
    const lookUp = async () =>
      assert.deepEqual(await readPlain(service.post(`${toolkit}:lookup`, body)), [500, 'text/plain'])
    const refresh = async () =>
      assert.deepEqual(await readPlain(service.refresh(user.refreshToken)), [503, 'text/plain'])
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

describe('accounts:revokeToken', () => {
  it('ends one session and keeps the others', async (t) => {
    const { auth, email, user, audited } = await openMary(t, shared)
    const idToken = await user.getIdToken()
    const other = openBrowser(t, shared.origin).auth
    const { user: stolen } = await signInWithEmailAndPassword(other, email, password)
    const fields = { idToken, providerId: 'password', tokenType: 'REFRESH_TOKEN', token: stolen.refreshToken }
    assert.deepEqual(await (await shared.callToolkit('/v2/accounts:revokeToken', fields)).json(), {})
    assert.deepEqual(await (await shared.callToolkit('/v2/accounts:revokeToken', fields)).json(), {})
    assert.equal(audited().filter((event) => event === 'tokens-revoked').length, 1)
    await assert.rejects(stolen.getIdToken(true), code('user-token-expired'))
    assert.equal(other.currentUser, null)
    await auth.currentUser?.getIdToken(true)
  })

  it('ignores a token of another user', async (t) => {
    const { user } = await openMary(t, shared)
    const { user: attacker } = await openMary(t, shared)
    const fields = { idToken: await attacker.getIdToken(), tokenType: 'REFRESH_TOKEN', token: user.refreshToken }
    assert.deepEqual(await (await shared.callToolkit('/v2/accounts:revokeToken', fields)).json(), {})
    await user.getIdToken(true)
  })
})

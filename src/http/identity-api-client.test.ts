import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import type { TestContext } from 'node:test'

import { serve } from '@hono/node-server'
import { deleteApp, initializeApp } from 'firebase/app'
import {
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  deleteUser,
  inMemoryPersistence,
  initializeAuth,
  reload,
  signInAnonymously,
} from 'firebase/auth'
import type { Auth, User } from 'firebase/auth'
import { pino } from 'pino'

import { createAccess } from '../access/access.ts'
import { createIdentity } from '../identity/identity.ts'
import { createIdentityApi } from './identity-api.ts'

const projectId = 'demo-shop'
const toolkit = '/identitytoolkit.googleapis.com/v1/accounts'
const token = '/securetoken.googleapis.com/v1/token'

/** The identity service on loopback, as it stands in the shop. `logged` is every line of its log. */
async function serveIdentity(t: TestContext) {
  const dataDir = await mkdtemp(join(tmpdir(), 'identity-api-'))
  const logged: string[] = []
  let signUps = 0
  const log = pino({}, { write: (line: string) => void logged.push(line) })

  const start = async (port: number) => {
    const identity = await createIdentity({ dataDir, projectId, log })
    const api = createIdentityApi(identity, {
      log,
      toClient: () => ({ address: '127.0.0.1', origin: 'http://localhost' }),
      limitSignUps: async () => void (signUps += 1),
    })
    const server = serve({ fetch: api.fetch, hostname: '127.0.0.1', port }) as Server
    await once(server, 'listening')
    const stop = async (): Promise<void> => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
      await identity.close()
    }
    return { identity, port: (server.address() as AddressInfo).port, stop }
  }

  let running = await start(0)
  t.after(async () => {
    await running.stop()
    await rm(dataDir, { recursive: true })
  })
  const origin = `http://127.0.0.1:${running.port}`
  return {
    origin,
    logged,
    signUps: () => signUps,
    file: join(dataDir, 'identity.sqlite'),
    identify: (idToken: string) =>
      createAccess({ keySet: running.identity.keySet, projectId }).identify(`Bearer ${idToken}`),
    async restart() {
      await running.stop()
      running = await start(running.port)
    },
    post: (path: string, body: string | URLSearchParams) => fetch(`${origin}${path}?key=k`, { method: 'POST', body }),
  }
}

type Service = Awaited<ReturnType<typeof serveIdentity>>

let browsers = 0

/**
 * The official client, unmodified, as a browser has it. Opening a page again starts the client anew on what the browser
 * has stored, which makes it look up its user.
 */
function openBrowser(t: TestContext, origin: string) {
  const name = `browser ${++browsers}`
  const openPage = () => {
    const app = initializeApp({ apiKey: 'k', projectId }, name)
    const auth = initializeAuth(app, { persistence: inMemoryPersistence })
    connectAuthEmulator(auth, origin, { disableWarnings: true })
    return { app, auth }
  }
  let page = openPage()
  t.after(() => deleteApp(page.app))
  return {
    auth: page.auth,
    /** Who is signed in on the page once it is there again. */
    async openPageAgain(): Promise<Auth> {
      await deleteApp(page.app)
      page = openPage()
      await page.auth.authStateReady()
      return page.auth
    },
  }
}

async function openSignedIn(t: TestContext) {
  const service = await serveIdentity(t)
  const browser = openBrowser(t, service.origin)
  const { user } = await signInAnonymously(browser.auth)
  return { service, browser, user }
}

/** Another program breaks the database, for as long as `work` takes. */
async function whileBroken(
  file: string,
  [breakIt, mendIt]: [string, string],
  work: () => Promise<void>,
): Promise<void> {
  const database = new DatabaseSync(file)
  database.exec(breakIt)
  try {
    await work()
  } finally {
    database.exec(mendIt)
    database.close()
  }
}

const locked: [string, string] = ['BEGIN IMMEDIATE', 'ROLLBACK']
const damaged: [string, string] = ['ALTER TABLE accounts RENAME TO lost', 'ALTER TABLE lost RENAME TO accounts']

describe('the official client', () => {
  it('signs a visitor in anonymously', async (t) => {
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
    assert.deepEqual(await service.identify(await user.getIdToken()), { uid: user.uid, isAnonymous: true })
  })

  it('gets a new token when it asks for one', async (t) => {
    const { service, user } = await openSignedIn(t)
    const { refreshToken } = user
    assert.deepEqual(await service.identify(await user.getIdToken(true)), { uid: user.uid, isAnonymous: true })
    assert.equal(user.refreshToken, refreshToken)
  })

  it('looks its user up again, which counts as no sign-up', async (t) => {
    const { service, user } = await openSignedIn(t)
    await reload(user)
    await user.getIdToken(true)
    assert.equal(user.isAnonymous, true)
    assert.equal(service.signUps(), 1)
  })

  it('knows its user when the page is opened again', async (t) => {
    const { browser, user } = await openSignedIn(t)
    assert.equal((await browser.openPageAgain()).currentUser?.uid, user.uid)
  })

  it('keeps its user and its tokens over a restart of the shop', async (t) => {
    const { service, browser, user } = await openSignedIn(t)
    const idToken = await user.getIdToken()
    await service.restart()
    assert.equal((await service.identify(idToken)).uid, user.uid)
    await user.getIdToken(true)
    await reload(user)
    assert.equal((await browser.openPageAgain()).currentUser?.uid, user.uid)
  })

  it('removes its user', async (t) => {
    const { browser, user } = await openSignedIn(t)
    await deleteUser(user)
    assert.equal(browser.auth.currentUser, null)
  })

  it('is told that passwords are switched off', async (t) => {
    const { auth } = openBrowser(t, (await serveIdentity(t)).origin)
    await assert.rejects(createUserWithEmailAndPassword(auth, 'a@example.com', 'secret1'), {
      code: 'auth/operation-not-allowed',
    })
  })
})

async function remove(service: Service, user: User): Promise<void> {
  const answer = await service.post(`${toolkit}:delete`, JSON.stringify({ idToken: await user.getIdToken() }))
  assert.equal(answer.status, 200)
}

describe('a user whose account is gone', () => {
  const waysToNotice: Record<string, (user: User) => Promise<unknown>> = {
    'a new token is asked for': (user) => user.getIdToken(true),
    'the user is looked up': (user) => reload(user),
  }
  for (const [moment, notice] of Object.entries(waysToNotice)) {
    it(`is signed out when ${moment}`, async (t) => {
      const { service, browser, user } = await openSignedIn(t)
      await remove(service, user)
      await assert.rejects(notice(user), { code: 'auth/user-token-expired' })
      assert.equal(browser.auth.currentUser, null)
    })
  }

  it('is signed out when the page is opened again, and gets a new account', async (t) => {
    const { service, browser, user } = await openSignedIn(t)
    await remove(service, user)
    const auth = await browser.openPageAgain()
    assert.equal(auth.currentUser, null)
    assert.notEqual((await signInAnonymously(auth)).user.uid, user.uid)
  })
})

describe('a failure of ours signs nobody out', () => {
  it('when the storage cannot be written: 503, and the client will try again', async (t) => {
    const { service, browser, user } = await openSignedIn(t)
    await whileBroken(service.file, locked, async () => {
      await assert.rejects(user.getIdToken(true), { code: 'auth/network-request-failed' })
      assert.equal(browser.auth.currentUser, user)
    })
    await user.getIdToken(true)
  })

  it('when a page is opened in the middle of it', async (t) => {
    const { service, browser, user } = await openSignedIn(t)
    await whileBroken(service.file, damaged, async () => {
      assert.equal((await browser.openPageAgain()).currentUser?.uid, user.uid)
    })
    assert.equal((await browser.openPageAgain()).currentUser?.uid, user.uid)
  })

  it('and is answered in plain text, and logged without a token', async (t) => {
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

async function readPlain(answering: Promise<Response>): Promise<[status: number, type: string | undefined]> {
  const answer = await answering
  return [answer.status, answer.headers.get('Content-Type')?.split(';')[0]]
}

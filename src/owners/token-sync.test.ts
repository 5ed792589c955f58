import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'

import { createIdentity } from '@stockinette/identity'
import { Hono } from 'hono'
import { pino } from 'pino'

import type { ShopSite } from '../pages/page.ts'
import type { Bindings } from '../web/bindings.ts'
import { noteClientAddress } from '../web/middleware/client-address.ts'
import { createFaultLog, toErrorResponse } from '../web/middleware/error-response.ts'
import { checkMethod } from '../web/middleware/method-not-allowed.ts'
import { createAccess } from './access.ts'
import { callIdentity } from './embedded/test-support.ts'
import { createSessionApi, sessionPath } from './token-sync.ts'

const projectId = 'demo-shop'
const log = pino({ level: 'silent' })
const dataDir = await mkdtemp(join(tmpdir(), 'session-'))
const identity = await createIdentity({ dataDir, projectId, log })
const access = createAccess({ keySet: identity.keySet, sessions: identity.openSessions, projectId })

after(async () => {
  await identity.close()
  await rm(dataDir, { recursive: true })
})

const preview: ShopSite = {
  origin: 'http://localhost:3000',
  isPreview: true,
  identity: {
    apiKey: 'k',
    projectId,
    authDomain: null,
    emulatorOrigin: null,
    isEmbedded: true,
    providers: [],
    sendsMail: true,
    tokenSyncPath: sessionPath,
  },
}
const open: ShopSite = { ...preview, origin: 'https://shop.example', isPreview: false }
const closed: ShopSite = { ...open, identity: { ...open.identity, tokenSyncPath: null } }

async function ask(shop: ShopSite, method: string, headers: Record<string, string> = {}): Promise<Response> {
  const path = shop.identity.tokenSyncPath ?? sessionPath
  const app = new Hono<Bindings>().use(noteClientAddress(0)).route(path, createSessionApi({ access, shop }))
  app.all(path, checkMethod(app))
  app.onError((error) => toErrorResponse(error, createFaultLog(log), {}))
  const env = { incoming: { headers: {}, socket: { remoteAddress: '203.0.113.7' } } }
  return app.request(shop.origin + path, { method, headers: { Host: new URL(shop.origin).host, ...headers } }, env)
}

async function signUp(): Promise<string> {
  return (await callIdentity(identity, 'accounts:signUp', {}))['idToken'] ?? ''
}

async function readProblem(answer: Response): Promise<[status: number, code: string]> {
  const { error } = (await answer.json()) as { error: { code: string } }
  assert.equal(answer.headers.get('Set-Cookie'), null)
  return [answer.status, error.code]
}

const idToken = await signUp()
const bearer = { Authorization: `Bearer ${idToken}` }

describe('the token sync', () => {
  it('POST stores a valid token in an HttpOnly cookie until it expires', async () => {
    const answer = await ask(open, 'POST', bearer)
    assert.deepEqual([answer.status, await answer.text()], [204, ''])
    assert.equal(answer.headers.get('Cache-Control'), 'no-store')
    const [pair, ...attributes] = (answer.headers.getSetCookie()[0] ?? '').split('; ')
    const maxAge = Number(attributes.find((attribute) => attribute.startsWith('Max-Age='))?.slice('Max-Age='.length))
    assert.equal(pair, `__session=${idToken}`)
    assert.ok(maxAge > 3_000 && maxAge <= 3_600, String(maxAge))
    assert.deepEqual(attributes.filter((attribute) => !attribute.startsWith('Max-Age=')).toSorted(), [
      'HttpOnly',
      'Path=/__session',
      'SameSite=Lax',
      'Secure',
    ])
  })

  it('the cookie is not Secure on http', async () => {
    assert.doesNotMatch((await ask(preview, 'POST', bearer)).headers.get('Set-Cookie') ?? '', /Secure/)
  })

  it('DELETE removes the cookie', async () => {
    const answer = await ask(open, 'DELETE')
    assert.equal(answer.status, 204)
    assert.deepEqual(answer.headers.getSetCookie(), [
      '__session=; Max-Age=0; Path=/__session; HttpOnly; Secure; SameSite=Lax',
      '__session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
    ])
  })

  it('removes the cookie of every path that earlier versions set', async () => {
    const [, old] = (await ask(open, 'POST', bearer)).headers.getSetCookie()
    assert.equal(old, '__session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax')
  })

  it('the cookie’s path is the sync path', async () => {
    const elsewhere = { ...open, identity: { ...open.identity, tokenSyncPath: '/auth/sync' } }
    const [cookie] = (await ask(elsewhere, 'POST', bearer)).headers.getSetCookie()
    assert.match(cookie ?? '', /; Path=\/auth\/sync;/)
  })

  for (const [name, headers] of Object.entries<Record<string, string>>({
    'no token': {},
    'a word': { Authorization: 'Bearer token' },
    'another scheme': { Authorization: `Basic ${idToken}` },
    'another payload': { Authorization: `Bearer ${idToken.replace(/\.[^.]+\./, `.${btoa('{"sub":"x"}')}.`)}` },
    'no signature': { Authorization: `Bearer ${idToken.replace(/[^.]+$/, '')}` },
    'a token in a cookie alone': { Cookie: `__session=${idToken}` },
  })) {
    it(`sets no cookie for ${name}`, async () => {
      assert.deepEqual(await readProblem(await ask(open, 'POST', headers)), [401, 'not-signed-in'])
    })
  }

  it('other methods are refused', async () => {
    assert.deepEqual(await readProblem(await ask(open, 'PUT', bearer)), [405, 'method-not-allowed'])
  })

  it('is 404 when it is off', async () => {
    for (const method of ['POST', 'DELETE']) {
      assert.deepEqual(await readProblem(await ask(closed, method, bearer)), [404, 'not-found'])
    }
  })
})

/** Who asks, as their browser says it. Know another way? Add it. */
const requests: readonly [shop: ShopSite, headers: Record<string, string>, isOwn: boolean][] = [
  [open, { 'Sec-Fetch-Site': 'same-origin', Origin: open.origin }, true],
  [open, { 'Sec-Fetch-Site': 'same-site' }, false],
  [open, { 'Sec-Fetch-Site': 'cross-site' }, false],
  [open, { 'Sec-Fetch-Site': 'none' }, false],
  [open, { 'Sec-Fetch-Site': 'cross-site', Origin: open.origin }, false],
  [open, { Origin: open.origin }, true],
  [open, { Origin: 'http://shop.example' }, false],
  [open, { Origin: 'https://shop.example.evil.example' }, false],
  [open, { Origin: 'https://evil.example', Host: 'evil.example' }, false],
  [open, { Origin: 'null' }, false],
  [open, { Origin: '' }, false],
  [preview, { Origin: 'http://192.168.1.4:3000', Host: '192.168.1.4:3000' }, true],
  [preview, { Origin: 'http://evil.example', Host: 'localhost:3000' }, false],
  [preview, { Origin: 'null' }, false],
]

describe('the same-origin check of the token sync', () => {
  for (const [shop, headers, isOwn] of requests) {
    it(`${isOwn ? 'accepts' : 'refuses'} ${JSON.stringify(headers)}`, async () => {
      for (const method of ['POST', 'DELETE']) {
        const answer = await ask(shop, method, { ...bearer, ...headers })
        if (isOwn) assert.equal(answer.status, 204)
        else assert.deepEqual(await readProblem(answer), [403, 'other-origin'])
      }
    })
  }
})

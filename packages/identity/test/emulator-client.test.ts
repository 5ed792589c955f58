import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'

import {
  FacebookAuthProvider,
  GoogleAuthProvider,
  createUserWithEmailAndPassword,
  fetchSignInMethodsForEmail,
  linkWithCredential,
  signInAnonymously,
  signInWithCredential,
  signInWithCustomToken,
  signInWithEmailAndPassword,
} from 'firebase/auth'
import { UnsecuredJWT } from 'jose'

import { customTokenAudience } from '../src/tokens/custom-tokens.ts'
import { serveIdentity } from './test-support-identity.ts'
import type { Owner } from './test-support-identity.ts'
import { openBrowser, password } from './test-support-visitors.ts'

// What suites written for Google's Auth emulator do. The same is done twice: it works in test mode, and nowhere else.

const open = await serveIdentity({ after }, { isEmulator: true })
const closed = await serveIdentity({ after })

const claims = { sub: 'mary', email: 'mary@example.com', email_verified: true, name: 'Mary' }
const unsignedIdToken = new UnsecuredJWT(claims).encode()
const unsignedCustomToken = new UnsecuredJWT({ uid: 'ann', claims: { maker: true } })
  .setAudience(customTokenAudience)
  .encode()

type Service = typeof open

const waysIn: Record<string, (t: Owner, service: Service) => Promise<unknown>> = {
  'a custom token as plain JSON': (t, { origin }) =>
    signInWithCustomToken(openBrowser(t, origin).auth, '{"uid":"joe","claims":{"maker":true}}'),
  'an unsigned custom token': (t, { origin }) =>
    signInWithCustomToken(openBrowser(t, origin).auth, unsignedCustomToken),
  'an ID token of Google as plain JSON': (t, { origin }) =>
    signInWithCredential(openBrowser(t, origin).auth, GoogleAuthProvider.credential(JSON.stringify(claims))),
  'an unsigned ID token of Google': (t, { origin }) =>
    signInWithCredential(openBrowser(t, origin).auth, GoogleAuthProvider.credential(unsignedIdToken)),
  'an access token of Facebook as plain JSON': (t, { origin }) =>
    signInWithCredential(openBrowser(t, origin).auth, FacebookAuthProvider.credential('{"sub":"face"}')),
}

const routes: readonly [method: string, resource: string, answer: object][] = [
  ['GET', 'oobCodes', { oobCodes: [] }],
  ['GET', 'verificationCodes', { verificationCodes: [] }],
  [
    'GET',
    'config',
    { signIn: { allowDuplicateEmails: false }, emailPrivacyConfig: { enableImprovedEmailPrivacy: false } },
  ],
  ['DELETE', 'accounts', {}],
]

const toolkit = '/identitytoolkit.googleapis.com/v1/accounts'

/** What a page of another origin asks, and how a service without anything in it answers. */
const fromElsewhere: readonly [method: string, path: string, status: number][] = [
  ['POST', `${toolkit}:signUp`, 200],
  ['POST', `${toolkit}:lookup`, 400],
  ['POST', `${toolkit}:signInWithGameCenter`, 501],
  ['POST', '/securetoken.googleapis.com/v1/token', 400],
  ['GET', '/www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com', 200],
]
const origin = 'http://localhost:5173'

/** As browsers do before they send what a form could not. */
const askAhead = (service: Service, method: string, path: string): Promise<Response> =>
  fetch(`${service.origin}${path}?key=k`, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': method,
      'Access-Control-Request-Headers': 'content-type,x-client-version,x-firebase-gmpid',
      'Access-Control-Request-Private-Network': 'true',
    },
  })

const listCorsHeaders = ({ headers }: Response): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')))

/** Those that want more than to be asked. */
const otherRoutes: readonly (readonly [method: string, resource: string])[] = [
  ['PATCH', 'config'],
  ['GET', '/emulator/action'],
  ['GET', '/emulator/action?mode=verifyEmail&oobCode=x&apiKey=k&lang=en'],
]

/** @param resource of the project, or a path. */
const askRoute = (service: Service, method: string, resource: string, body?: string): Promise<Response> =>
  fetch(new URL(resource, `${service.origin}/emulator/v1/projects/demo-shop/`), {
    method,
    ...(body !== undefined && { body }),
  })

const codeOf = async (attempt: Promise<unknown>): Promise<unknown> =>
  attempt.then(
    () => 'ok',
    (error: { code?: string }) => error.code,
  )

describe('test mode', () => {
  for (const [name, enter] of Object.entries(waysIn)) {
    it(`lets in by ${name}`, async (t) => {
      await enter(t, open)
    })
  }

  for (const [method, resource, expected] of routes) {
    it(`answers ${method} ${resource}`, async () => {
      const answer = await askRoute(open, method, resource)
      assert.deepEqual([answer.status, await answer.json()], [200, expected])
    })
  }

  it('takes a link without a code for none', async () => {
    assert.equal((await askRoute(open, 'GET', '/emulator/action')).status, 400)
  })

  it('removes every account when a suite is over', async (t) => {
    const auth = openBrowser(t, open.origin).auth
    const { user } = await signInAnonymously(auth)
    await linkWithCredential(user, GoogleAuthProvider.credential('{"sub":"once"}'))
    await askRoute(open, 'DELETE', 'accounts')
    await assert.rejects(user.getIdToken(true), { code: 'auth/user-token-expired' })
    const again = await signInWithCredential(auth, GoogleAuthProvider.credential('{"sub":"once"}'))
    assert.notEqual(again.user.uid, user.uid)
  })

  it('tells who has an account until it is asked to protect addresses', async (t) => {
    const { auth } = openBrowser(t, open.origin)
    await createUserWithEmailAndPassword(auth, 'ann@example.com', password)
    const tryOut = async () => ({
      methods: await fetchSignInMethodsForEmail(auth, 'Ann@Example.com'),
      wrongPassword: await codeOf(signInWithEmailAndPassword(auth, 'ann@example.com', 'wrong one')),
      nobody: await codeOf(signInWithEmailAndPassword(auth, 'nobody@example.com', password)),
    })
    const protect = async (enableImprovedEmailPrivacy: boolean) =>
      askRoute(open, 'PATCH', 'config', JSON.stringify({ emailPrivacyConfig: { enableImprovedEmailPrivacy } }))
    const told = { methods: ['password'], wrongPassword: 'auth/wrong-password', nobody: 'auth/user-not-found' }
    assert.deepEqual(await tryOut(), told)
    await protect(true)
    const same = 'auth/invalid-credential'
    assert.deepEqual(await tryOut(), { methods: [], wrongPassword: same, nobody: same })
    await protect(false)
    assert.deepEqual(await tryOut(), told)
  })

  it('changes nothing that it cannot be otherwise', async () => {
    const keep = '{"signIn":{"allowDuplicateEmails":false}}'
    assert.equal((await askRoute(open, 'PATCH', 'config', keep)).status, 200)
    for (const body of ['{"signIn":{"allowDuplicateEmails":true}}', '{"signIn":5}', '[]', '{']) {
      assert.equal((await askRoute(open, 'PATCH', 'config', body)).status, 400, body)
    }
  })

  it('believes no token that is signed with another key', async (t) => {
    const auth = openBrowser(t, open.origin).auth
    const [header, payload] = unsignedCustomToken.split('.')
    for (const alg of ['RS256', 'HS256', 'none ']) {
      const forged = Buffer.from(JSON.stringify({ alg })).toString('base64url')
      assert.notEqual(forged, header)
      await assert.rejects(signInWithCustomToken(auth, `${forged}.${payload}.AAAA`), {
        code: 'auth/invalid-custom-token',
      })
    }
  })

  it('says of a token that is none that it is none', async (t) => {
    const credential = GoogleAuthProvider.credential('x')
    await assert.rejects(signInWithCredential(openBrowser(t, open.origin).auth, credential), {
      code: 'auth/invalid-credential',
    })
  })

  const testRoute: (typeof fromElsewhere)[number] = ['PATCH', '/emulator/v1/projects/demo-shop/config', 200]
  for (const [method, path, status] of [...fromElsewhere, testRoute]) {
    it(`answers a page of another origin: ${method} ${path}`, async () => {
      const ahead = await askAhead(open, method, path)
      assert.equal(ahead.status, 204)
      const { 'access-control-allow-methods': methods = '', ...others } = listCorsHeaders(ahead)
      assert.ok(methods.split(',').includes(method), methods)
      assert.deepEqual(others, {
        'access-control-allow-origin': origin,
        'access-control-allow-private-network': 'true',
        'access-control-allow-headers': 'content-type,x-client-version,x-firebase-gmpid',
      })
      const answer = await fetch(`${open.origin}${path}?key=k`, { method, headers: { Origin: origin } })
      assert.deepEqual([answer.status, listCorsHeaders(answer)], [status, { 'access-control-allow-origin': origin }])
    })
  }

  it('says in the log what it is', () => {
    assert.match(open.logged.join(''), /"level":40.*TEST MODE/)
    assert.doesNotMatch(closed.logged.join(''), /TEST MODE/)
  })
})

describe('with test mode off', () => {
  for (const [name, enter] of Object.entries(waysIn)) {
    it(`nobody is let in by ${name}`, async (t) => {
      await assert.rejects(enter(t, closed), {
        code: /^auth\/(?:invalid-custom-token|operation-not-allowed|invalid-credential)$/,
      })
    })
  }

  it('nor by a provider that is set up', async (t) => {
    const google = { id: 'google.com', issuer: 'http://127.0.0.1:9', clientIds: ['shop'] }
    const service = await serveIdentity(t, { providers: [google] })
    for (const name of ['an ID token of Google as plain JSON', 'an unsigned ID token of Google']) {
      await assert.rejects(async () => waysIn[name]?.(t, service), { code: 'auth/invalid-credential' })
    }
  })

  for (const [method, resource] of [...routes, ...otherRoutes]) {
    it(`there is no ${method} ${resource}`, async (t) => {
      const { user } = await signInAnonymously(openBrowser(t, closed.origin).auth)
      assert.equal((await askRoute(closed, method, resource, method === 'PATCH' ? '{}' : undefined)).status, 404)
      await user.getIdToken(true)
    })
  }

  for (const [method, path, status] of fromElsewhere) {
    it(`no page of another origin may read an answer: ${method} ${path}`, async () => {
      const ahead = await askAhead(closed, method, path)
      assert.deepEqual([ahead.status, listCorsHeaders(ahead)], [501, {}])
      const answer = await fetch(`${closed.origin}${path}?key=k`, { method, headers: { Origin: origin } })
      assert.deepEqual([answer.status, listCorsHeaders(answer)], [status, {}])
    })
  }
})

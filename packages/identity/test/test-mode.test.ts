import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'

import {
  FacebookAuthProvider,
  GoogleAuthProvider,
  signInAnonymously,
  signInWithCredential,
  signInWithCustomToken,
} from 'firebase/auth'
import { UnsecuredJWT } from 'jose'

import { customTokenAudience } from '../src/tokens/custom-tokens.ts'
import { openBrowser } from './test-support-client.ts'
import { serveIdentity, type Owner } from './test-support-identity.ts'

// What test suites for Google's Auth emulator do: it must work in test mode, and nowhere else.

const testMode = await serveIdentity({ after }, {}, { isTestMode: true })
const normalMode = await serveIdentity({ after })

const claims = { sub: 'mary', email: 'mary@example.com', email_verified: true, name: 'Mary' }
const unsignedIdToken = new UnsecuredJWT(claims).encode()
const unsignedCustomToken = new UnsecuredJWT({ uid: 'ann', claims: { admin: true } })
  .setAudience(customTokenAudience)
  .encode()

type Service = typeof testMode

const signIns: Record<string, (t: Owner, service: Service) => Promise<unknown>> = {
  'a custom token as plain JSON': (t, { origin }) =>
    signInWithCustomToken(openBrowser(t, origin).auth, '{"uid":"joe","claims":{"admin":true}}'),
  'an unsigned custom token': (t, { origin }) =>
    signInWithCustomToken(openBrowser(t, origin).auth, unsignedCustomToken),
  'an ID token of Google as plain JSON': (t, { origin }) =>
    signInWithCredential(openBrowser(t, origin).auth, GoogleAuthProvider.credential(JSON.stringify(claims))),
  'an unsigned ID token of Google': (t, { origin }) =>
    signInWithCredential(openBrowser(t, origin).auth, GoogleAuthProvider.credential(unsignedIdToken)),
  'an access token of Facebook as plain JSON': (t, { origin }) =>
    signInWithCredential(openBrowser(t, origin).auth, FacebookAuthProvider.credential('{"sub":"face"}')),
}

/** The emulator's routes. */
const routes: readonly (readonly [method: string, resource: string])[] = [
  ['GET', 'oobCodes'],
  ['GET', 'verificationCodes'],
  ['GET', 'config'],
  ['PATCH', 'config'],
  ['DELETE', 'accounts'],
  ['GET', '/emulator/action'],
  ['GET', '/emulator/action?mode=verifyEmail&oobCode=x&apiKey=k&lang=en'],
]

const toolkit = '/identitytoolkit.googleapis.com/v1/accounts'

/** Requests from a page of another origin, with the status of an empty service. */
const crossOriginRequests: readonly [method: string, path: string, status: number][] = [
  ['POST', `${toolkit}:signUp`, 200],
  ['POST', `${toolkit}:lookup`, 400],
  ['POST', `${toolkit}:signInWithGameCenter`, 501],
  ['POST', '/securetoken.googleapis.com/v1/token', 400],
  ['GET', '/www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com', 200],
]
const origin = 'http://localhost:5173'

/** Sends the preflight request of a browser. */
const sendPreflight = (service: Service, method: string, path: string): Promise<Response> =>
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

/** @param resource a resource of the project, or a path. */
const callRoute = (service: Service, method: string, resource: string, body?: string): Promise<Response> =>
  fetch(new URL(resource, `${service.origin}/emulator/v1/projects/demo-shop/`), {
    method,
    ...(body !== undefined && { body }),
  })

describe('test mode', () => {
  it('starts without protection against e-mail enumeration, as the emulator does', async () => {
    const answer = await callRoute(testMode, 'GET', 'config')
    assert.partialDeepStrictEqual(await answer.json(), { emailPrivacyConfig: { enableImprovedEmailPrivacy: false } })
  })

  it('PATCH config: rejects unsupported settings', async () => {
    const keep = '{"signIn":{"allowDuplicateEmails":false}}'
    assert.equal((await callRoute(testMode, 'PATCH', 'config', keep)).status, 200)
    for (const body of ['{"signIn":{"allowDuplicateEmails":true}}', '{"signIn":5}', '[]', '{']) {
      assert.equal((await callRoute(testMode, 'PATCH', 'config', body)).status, 400, body)
    }
  })

  it('rejects a custom token signed with another key', async (t) => {
    const auth = openBrowser(t, testMode.origin).auth
    const [header, payload] = unsignedCustomToken.split('.')
    for (const alg of ['RS256', 'HS256', 'none ']) {
      const forged = Buffer.from(JSON.stringify({ alg })).toString('base64url')
      assert.notEqual(forged, header)
      await assert.rejects(signInWithCustomToken(auth, `${forged}.${payload}.AAAA`), {
        code: 'auth/invalid-custom-token',
      })
    }
  })

  const testRoute: (typeof crossOriginRequests)[number] = ['PATCH', '/emulator/v1/projects/demo-shop/config', 200]
  for (const [method, path, status] of [...crossOriginRequests, testRoute]) {
    it(`allows cross-origin requests: ${method} ${path}`, async () => {
      const preflight = await sendPreflight(testMode, method, path)
      assert.equal(preflight.status, 204)
      const { 'access-control-allow-methods': methods = '', ...others } = listCorsHeaders(preflight)
      assert.ok(methods.split(',').includes(method), methods)
      assert.deepEqual(others, {
        'access-control-allow-origin': origin,
        'access-control-allow-private-network': 'true',
        'access-control-allow-headers': 'content-type,x-client-version,x-firebase-gmpid',
      })
      const answer = await fetch(`${testMode.origin}${path}?key=k`, { method, headers: { Origin: origin } })
      assert.deepEqual([answer.status, listCorsHeaders(answer)], [status, { 'access-control-allow-origin': origin }])
    })
  }

  it('logs a warning at start', () => {
    assert.match(testMode.logged.join(''), /"level":40.*TEST MODE/)
    assert.doesNotMatch(normalMode.logged.join(''), /TEST MODE/)
  })
})

describe('without test mode', () => {
  for (const [name, signIn] of Object.entries(signIns)) {
    it(`rejects ${name}`, async (t) => {
      await assert.rejects(signIn(t, normalMode), {
        code: /^auth\/(?:invalid-custom-token|operation-not-allowed|invalid-credential)$/,
      })
    })
  }

  it('rejects unsigned ID tokens of a configured provider', async (t) => {
    const google = { id: 'google.com', issuer: 'http://127.0.0.1:9', clientIds: ['shop'] }
    const service = await serveIdentity(t, { providers: [google] })
    for (const name of ['an ID token of Google as plain JSON', 'an unsigned ID token of Google']) {
      await assert.rejects(async () => signIns[name]?.(t, service), { code: 'auth/invalid-credential' })
    }
  })

  for (const [method, resource] of routes) {
    it(`has no route ${method} ${resource}`, async (t) => {
      const { user } = await signInAnonymously(openBrowser(t, normalMode.origin).auth)
      assert.equal((await callRoute(normalMode, method, resource, method === 'PATCH' ? '{}' : undefined)).status, 404)
      await user.getIdToken(true)
    })
  }

  for (const [method, path, status] of crossOriginRequests) {
    it(`allows no cross-origin request: ${method} ${path}`, async () => {
      const preflight = await sendPreflight(normalMode, method, path)
      assert.deepEqual([preflight.status, listCorsHeaders(preflight)], [501, {}])
      const answer = await fetch(`${normalMode.origin}${path}?key=k`, { method, headers: { Origin: origin } })
      assert.deepEqual([answer.status, listCorsHeaders(answer)], [status, {}])
    })
  }
})

import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'

import {
  FacebookAuthProvider,
  GoogleAuthProvider,
  linkWithCredential,
  signInAnonymously,
  signInWithCredential,
  signInWithCustomToken,
} from 'firebase/auth'
import { UnsecuredJWT } from 'jose'

import { customTokenAudience } from '../identity/custom-tokens/custom-tokens.ts'
import { openClient, serveIdentity } from './test-support-identity.ts'

// What suites written for Google's Auth emulator do. The same is done twice: it works in test mode, and nowhere else.

const open = await serveIdentity({ after }, { isEmulator: true })
const closed = await serveIdentity({ after })

const claims = { sub: 'mary', email: 'mary@example.com', email_verified: true, name: 'Mary' }
const unsignedIdToken = new UnsecuredJWT(claims).encode()
const unsignedCustomToken = new UnsecuredJWT({ uid: 'ann', claims: { maker: true } })
  .setAudience(customTokenAudience)
  .encode()

type Service = typeof open
type Owner = Parameters<typeof openClient>[0]

const waysIn: Record<string, (t: Owner, service: Service) => Promise<unknown>> = {
  'a custom token as plain JSON': (t, { origin }) =>
    signInWithCustomToken(openClient(t, origin), '{"uid":"joe","claims":{"maker":true}}'),
  'an unsigned custom token': (t, { origin }) => signInWithCustomToken(openClient(t, origin), unsignedCustomToken),
  'an ID token of Google as plain JSON': (t, { origin }) =>
    signInWithCredential(openClient(t, origin), GoogleAuthProvider.credential(JSON.stringify(claims))),
  'an unsigned ID token of Google': (t, { origin }) =>
    signInWithCredential(openClient(t, origin), GoogleAuthProvider.credential(unsignedIdToken)),
  'an access token of Facebook as plain JSON': (t, { origin }) =>
    signInWithCredential(openClient(t, origin), FacebookAuthProvider.credential('{"sub":"face"}')),
}

const routes: readonly [method: string, resource: string, answer: object][] = [
  ['GET', 'oobCodes', { oobCodes: [] }],
  ['GET', 'verificationCodes', { verificationCodes: [] }],
  [
    'GET',
    'config',
    { signIn: { allowDuplicateEmails: false }, emailPrivacyConfig: { enableImprovedEmailPrivacy: true } },
  ],
  ['DELETE', 'accounts', {}],
]

const askRoute = (service: Service, method: string, resource: string, body?: string): Promise<Response> =>
  fetch(`${service.origin}/emulator/v1/projects/demo-shop/${resource}`, { method, ...(body !== undefined && { body }) })

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

  it('removes every account when a suite is over', async (t) => {
    const auth = openClient(t, open.origin)
    const { user } = await signInAnonymously(auth)
    await linkWithCredential(user, GoogleAuthProvider.credential('{"sub":"once"}'))
    await askRoute(open, 'DELETE', 'accounts')
    await assert.rejects(user.getIdToken(true), { code: 'auth/user-token-expired' })
    const again = await signInWithCredential(auth, GoogleAuthProvider.credential('{"sub":"once"}'))
    assert.notEqual(again.user.uid, user.uid)
  })

  it('changes nothing that it cannot be otherwise', async () => {
    const keep = '{"signIn":{"allowDuplicateEmails":false}}'
    assert.equal((await askRoute(open, 'PATCH', 'config', keep)).status, 200)
    for (const body of ['{"signIn":{"allowDuplicateEmails":true}}', '{"signIn":5}', '[]', '{']) {
      assert.equal((await askRoute(open, 'PATCH', 'config', body)).status, 400, body)
    }
  })

  it('believes no token that is signed with another key', async (t) => {
    const auth = openClient(t, open.origin)
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
    await assert.rejects(signInWithCredential(openClient(t, open.origin), credential), {
      code: 'auth/invalid-credential',
    })
  })

  it('says in the log what it is', () => {
    assert.match(open.logged.join(''), /"level":40.*SHOP_IDENTITY_EMULATOR=1/)
    assert.doesNotMatch(closed.logged.join(''), /EMULATOR/)
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

  for (const [method, resource] of [...routes, ['PATCH', 'config'] as const]) {
    it(`there is no ${method} ${resource}`, async (t) => {
      const { user } = await signInAnonymously(openClient(t, closed.origin))
      assert.equal((await askRoute(closed, method, resource, method === 'PATCH' ? '{}' : undefined)).status, 404)
      await user.getIdToken(true)
    })
  }
})

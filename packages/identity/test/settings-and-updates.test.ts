import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'

import {
  initializeRecaptchaConfig,
  revokeAccessToken,
  signInAnonymously,
  signInWithEmailAndPassword,
} from 'firebase/auth'
import { createRemoteJWKSet, jwtVerify } from 'jose'

import { code, openBrowser, openMary, openVisitor, password } from './test-support-client.ts'
import { serveIdentity } from './test-support-identity.ts'

/** Shared by all tests of the file: generating its first key takes longer than all of them. */
const shared = await serveIdentity({ after })
const toolkit = '/identitytoolkit.googleapis.com'
const jwk = '/www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'

type ApiResponse = Record<string, unknown> & { error?: { message: string } }

async function call(path: string, fields: object): Promise<ApiResponse> {
  return (await (await shared.post(`${toolkit}${path}`, JSON.stringify(fields))).json()) as ApiResponse
}

async function read(path: string): Promise<unknown> {
  const answer = await shared.get(path)
  assert.equal(answer.status, 200)
  return answer.json()
}

/** What a page reads before anyone signs in. */
const publicSettings: Readonly<Record<string, unknown>> = {
  '/v1/projects': { projectId: 'demo-shop', authorizedDomains: ['localhost'] },
  '/v1/recaptchaParams': {
    kind: 'identitytoolkit#GetRecaptchaParamResponse',
    recaptchaSiteKey: 'unused',
    recaptchaStoken: 'unused',
  },
  '/v2/recaptchaConfig': {
    recaptchaKey: 'projects/demo-shop/keys/unused',
    recaptchaEnforcementState: [
      { provider: 'EMAIL_PASSWORD_PROVIDER', enforcementState: 'OFF' },
      { provider: 'PHONE_PROVIDER', enforcementState: 'OFF' },
    ],
  },
}

describe('public settings', () => {
  for (const [path, settings] of Object.entries(publicSettings)) {
    it(`are returned: ${path}`, async () => {
      assert.deepEqual(await read(`${toolkit}${path}`), settings)
    })
  }

  it('require no reCAPTCHA from the client', async (t) => {
    const { auth, email, user } = await openMary(t, shared)
    await initializeRecaptchaConfig(auth)
    assert.equal((await signInWithEmailAndPassword(auth, email, password)).user.uid, user.uid)
  })

  it('include the public keys that verify our ID tokens', async (t) => {
    const { user } = await openMary(t, shared)
    const keySet = createRemoteJWKSet(new URL(`${shared.origin}${jwk}`))
    const { payload } = await jwtVerify(await user.getIdToken(), keySet, { audience: 'demo-shop' })
    assert.equal(payload.sub, user.uid)
  })
})

describe('accounts:revokeToken', () => {
  it('ends one session and keeps the others', async (t) => {
    const { auth, email, user, audited } = await openMary(t, shared)
    const idToken = await user.getIdToken()
    const other = openBrowser(t, shared.origin).auth
    const { user: stolen } = await signInWithEmailAndPassword(other, email, password)
    const fields = { idToken, providerId: 'password', tokenType: 'REFRESH_TOKEN', token: stolen.refreshToken }
    assert.deepEqual(await call('/v2/accounts:revokeToken', fields), {})
    assert.deepEqual(await call('/v2/accounts:revokeToken', fields), {})
    assert.equal(audited().filter((event) => event === 'tokens-revoked').length, 1)
    await assert.rejects(stolen.getIdToken(true), code('user-token-expired'))
    assert.equal(other.currentUser, null)
    await auth.currentUser?.getIdToken(true)
  })

  it('ignores a token of another user', async (t) => {
    const { user } = await openMary(t, shared)
    const { user: attacker } = await openMary(t, shared)
    const fields = { idToken: await attacker.getIdToken(), tokenType: 'REFRESH_TOKEN', token: user.refreshToken }
    assert.deepEqual(await call('/v2/accounts:revokeToken', fields), {})
    await user.getIdToken(true)
  })

  it('rejects a token of another provider', async (t) => {
    const { auth } = await openMary(t, shared)
    await assert.rejects(revokeAccessToken(auth, 'a token of another provider'), code('invalid-provider-id'))
  })
})

describe('accounts:update', () => {
  for (const validSince of ['1', 1]) {
    it(`validSince ${JSON.stringify(validSince)} signs the user out everywhere else`, async (t) => {
      const { email, user, audited } = await openMary(t, shared)
      const { user: otherSession } = await signInWithEmailAndPassword(
        openBrowser(t, shared.origin).auth,
        email,
        password,
      )
      const answer = await call('/v1/accounts:update', { idToken: await user.getIdToken(), validSince })
      await assert.rejects(otherSession.getIdToken(true), code('user-token-expired'))
      const { users } = await call('/v1/accounts:lookup', { idToken: answer['idToken'] })
      assert.equal((users as { localId: string }[])[0]?.localId, user.uid)
      assert.ok(audited().includes('tokens-revoked'))
    })
  }

  it('deletes attributes', async (t) => {
    const { user } = await openMary(t, shared)
    const idToken = await user.getIdToken()
    const photoUrl = 'https://example.com/mary.jpg'
    const given = await call('/v1/accounts:update', { idToken, displayName: 'Mary', photoUrl })
    assert.deepEqual([given['displayName'], given['photoUrl']], ['Mary', photoUrl])
    assert.equal(given['idToken'], undefined)
    const deleteAttribute = ['DISPLAY_NAME', 'PHOTO_URL', 'EMAIL', 'PASSWORD', 'USER_ATTRIBUTE_NAME_UNSPECIFIED']
    assert.deepEqual(await call('/v1/accounts:update', { idToken, deleteAttribute }), {
      kind: 'identitytoolkit#SetAccountInfoResponse',
      localId: user.uid,
      providerUserInfo: [],
    })
  })

  it('adds an e-mail address and a password to an anonymous account of any age', async (t) => {
    const { auth, email } = openVisitor(t, shared)
    const { user } = await signInAnonymously(auth)
    shared.clock.aheadMs = 6 * 60_000
    await call('/v1/accounts:update', { idToken: await user.getIdToken(), email, password })
    assert.equal((await signInWithEmailAndPassword(auth, email, password)).user.uid, user.uid)
  })

  it('rejects a token that is revoked while the password is hashed', async (t) => {
    const { auth, email, user } = await openMary(t, shared)
    const idToken = await user.getIdToken()
    shared.clock.aheadMs = 2000
    const [first, second] = await Promise.all([
      call('/v1/accounts:update', { idToken, password: 'the one that came first' }),
      call('/v1/accounts:update', { idToken, password: 'the one that came second' }),
    ])
    const errors = [first, second].flatMap(({ error }) => error?.message ?? [])
    assert.deepEqual(errors, ['TOKEN_EXPIRED'])
    const winner = first?.error ? 'the one that came second' : 'the one that came first'
    await signInWithEmailAndPassword(auth, email, winner)
  })
})

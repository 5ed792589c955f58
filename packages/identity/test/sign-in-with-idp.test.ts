import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, describe, it, test, type TestContext } from 'node:test'

import {
  OAuthProvider,
  linkWithCredential,
  reauthenticateWithCredential,
  signInAnonymously,
  signInWithCredential,
} from 'firebase/auth'

import { openProvider } from '../src/federation/test-support.ts'
import { code, openBrowser } from './test-support-client.ts'
import { serveIdentity } from './test-support-identity.ts'

const users = {
  mary: { email: 'mary@example.com', email_verified: true, name: 'Mary', picture: 'https://example.com/mary.jpg' },
  eve: { email: 'mary@example.com', email_verified: false, name: 'Eve' },
  shy: {},
  odd: { email: 'not an address', email_verified: true, name: 5, picture: 'javascript:alert(1)' },
}
const provider = await openProvider({ after }, users)
const wool = new OAuthProvider('oidc.wool')
const requestUri = 'http://localhost'

/** A credential of a user who has just signed in at the provider, with a nonce. */
async function getCredential(sub: keyof typeof users, { id = 'oidc.wool', rawNonce = 'raw' } = {}) {
  const nonce = createHash('sha256').update(rawNonce).digest('hex')
  const idToken = await provider.signIn(sub, { nonce })
  return new OAuthProvider(id).credential({ idToken, rawNonce })
}

async function openShop(t: TestContext, { issuer } = provider) {
  const providers = ['oidc.wool', 'oidc.yarn'].map((id) => ({ id, issuer, clientIds: ['shop'] }))
  const service = await serveIdentity(t, { providers })
  const { auth } = openBrowser(t, service.origin)
  return {
    service,
    auth,
    signIn: async (...who: Parameters<typeof getCredential>) =>
      (await signInWithCredential(auth, await getCredential(...who))).user,
    call: service.call,
  }
}

describe('sign-in with a provider', () => {
  it('creates an account from the provider’s claims, and finds it again', async (t) => {
    const { signIn, service } = await openShop(t)
    const user = await signIn('mary')
    const { email, emailVerified, displayName, photoURL } = user
    assert.deepEqual({ email, email_verified: emailVerified, name: displayName, picture: photoURL }, users.mary)
    assert.deepEqual(
      user.providerData.map(({ providerId, uid }) => [providerId, uid]),
      [['oidc.wool', 'mary']],
    )
    assert.equal((await user.getIdTokenResult()).signInProvider, 'oidc.wool')
    assert.equal((await signIn('mary', { rawNonce: 'another' })).uid, user.uid)
    assert.deepEqual(service.audited(), ['account-created', 'signed-in', 'signed-in'])
  })

  it('ignores invalid claims', async (t) => {
    const { signIn } = await openShop(t)
    const user = await signIn('odd')
    assert.deepEqual([user.email, user.emailVerified, user.displayName, user.photoURL], [null, false, null, null])
  })

  it('rejects a wrong or missing nonce', async (t) => {
    const { auth } = await openShop(t)
    const { idToken = '' } = await getCredential('mary')
    for (const rawNonce of ['other', undefined]) {
      const credential = wool.credential({ idToken, ...(rawNonce !== undefined && { rawNonce }) })
      await assert.rejects(signInWithCredential(auth, credential), code('missing-or-invalid-nonce'))
    }
  })

  it('records why it is rejected', async (t) => {
    const { auth, signIn, service } = await openShop(t)
    const accessToken = wool.credential({ accessToken: 'x' })
    await assert.rejects(signInWithCredential(auth, accessToken), code('invalid-credential'))
    await assert.rejects(signIn('mary', { id: 'oidc.silk' }), code('operation-not-allowed'))
    await signIn('shy')
    const { user } = await signInAnonymously(openBrowser(t, service.origin).auth)
    const linking = linkWithCredential(user, await getCredential('shy'))
    await assert.rejects(linking, code('credential-already-in-use'))
    assert.deepEqual(service.auditedWithReasons(), [
      'sign-in-refused INVALID_IDP_RESPONSE',
      'sign-in-refused OPERATION_NOT_ALLOWED',
      'account-created',
      'signed-in',
      'sign-in-refused FEDERATED_USER_ID_ALREADY_LINKED',
    ])
  })

  it('records that it takes over an account that never verified the e-mail address', async (t) => {
    const { signIn, service } = await openShop(t)
    await signIn('eve', { id: 'oidc.yarn' })
    await signIn('mary')
    const events = ['account-created', 'signed-in', 'provider-linked', 'tokens-revoked', 'signed-in']
    assert.deepEqual(service.audited(), events)
  })

  it('rejects a disabled account', async (t) => {
    const { service, signIn } = await openShop(t)
    await signIn('mary')
    service.sql('UPDATE accounts SET disabled = 1')
    await assert.rejects(signIn('mary'), code('user-disabled'))
  })
})

test('linking a provider needs a recent sign-in', async (t) => {
  const { signIn, service } = await openShop(t)
  const user = await signIn('mary')
  service.clock.aheadMs = 6 * 60_000
  const linking = linkWithCredential(user, await getCredential('shy', { id: 'oidc.yarn' }))
  await assert.rejects(linking, code('requires-recent-login'))
  await reauthenticateWithCredential(user, await getCredential('mary', { rawNonce: 'another' }))
  await linkWithCredential(user, await getCredential('shy', { id: 'oidc.yarn', rawNonce: 'third' }))
})

test('one kind of token is rejected as another', async (t) => {
  const { service, call } = await openShop(t)
  const { answer: signedUp } = await call('signUp', {})
  const idToken = String(signedUp['idToken'])
  const customToken = await service.identity().administration.createCustomToken({ uid: 'eve' })
  const existing = `providerId=oidc.wool&id_token=${await provider.signIn('mary')}`
  await call('signInWithIdp', { requestUri, postBody: existing })
  const postBody = `providerId=oidc.yarn&id_token=${await provider.signIn('eve')}`
  const { answer } = await call('signInWithIdp', { requestUri, postBody, returnIdpCredential: true })
  const pendingToken = String(answer['pendingToken'])
  assert.match(pendingToken, /^eyJ/)
  for (const token of [idToken, pendingToken]) {
    assert.match((await call('signInWithCustomToken', { token })).answer.error?.message ?? '', /^INVALID_CUSTOM_TOKEN/)
  }
  for (const token of [idToken, customToken]) {
    const { answer: refusal } = await call('signInWithIdp', { requestUri, pendingToken: token })
    assert.equal(refusal.error?.message, 'INVALID_PENDING_TOKEN')
  }
  for (const token of [customToken, pendingToken]) {
    assert.equal((await call('lookup', { idToken: token })).answer.error?.message, 'INVALID_ID_TOKEN')
  }
  assert.equal((await call('lookup', { idToken })).status, 200)
})

test('signInWithIdp: the pending token of a refused link signs in', async (t) => {
  const { call } = await openShop(t)
  const postBody = `providerId=oidc.wool&id_token=${await provider.signIn('mary')}`
  await call('signInWithIdp', { requestUri, postBody })
  const { answer: signedUp } = await call('signUp', {})
  const body = { requestUri, postBody, idToken: signedUp['idToken'] }
  const { answer } = await call('signInWithIdp', { ...body, returnIdpCredential: true })
  assert.equal(answer['errorMessage'], 'FEDERATED_USER_ID_ALREADY_LINKED')
  const { answer: found } = await call('signInWithIdp', { requestUri, pendingToken: answer['pendingToken'] })
  assert.equal(typeof found['idToken'], 'string')
  assert.equal(found['email'], 'mary@example.com')
})

test('signInWithIdp: a pending token ends after an hour, however often it has signed in', async (t) => {
  const { service, call } = await openShop(t)
  const postBody = `providerId=oidc.wool&id_token=${await provider.signIn('mary')}`
  let credential: object = { postBody }
  for (let count = 0; count < 3; count += 1) {
    const { answer } = await call('signInWithIdp', { requestUri, ...credential, returnIdpCredential: true })
    assert.equal(typeof answer['idToken'], 'string')
    credential = { pendingToken: answer['pendingToken'] }
    service.clock.aheadMs += 29 * 60_000
  }
  const { answer: refusal } = await call('signInWithIdp', { requestUri, ...credential })
  assert.equal(refusal.error?.message, 'INVALID_PENDING_TOKEN')
})

test('signInWithIdp: answers 503 in plain text when the provider is unavailable', async (t) => {
  const down = await openProvider(t, users)
  const { service } = await openShop(t, down)
  const postBody = `providerId=oidc.wool&id_token=${await down.signIn('mary')}`
  down.isDown = true
  const answer = await service.callToolkit('/v1/accounts:signInWithIdp', { requestUri, postBody })
  assert.equal(answer.status, 503)
  assert.match(answer.headers.get('Content-Type') ?? '', /^text\/plain/)
})

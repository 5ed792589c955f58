import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'

import { openProvider } from '../src/federation/test-support.ts'
import { serveIdentity } from './test-support-identity.ts'

const users = {
  mary: { email: 'mary@example.com', email_verified: true },
  ann: { email: 'mary@example.com' },
  joe: { email: 'joe@example.com' },
  kate: { email: 'kate@example.com', email_verified: true },
}
const provider = await openProvider({ after }, users)
const service = await serveIdentity(
  { after },
  {
    providers: ['google.com', 'oidc.wool', 'oidc.yarn'].map((id) => ({
      id,
      issuer: provider.issuer,
      clientIds: ['shop'],
    })),
  },
)

type ApiResponse = Readonly<Record<string, unknown>> & { readonly error?: { readonly message: string } }

async function call(method: string, body: object): Promise<{ status: number; answer: ApiResponse }> {
  const response = await service.callToolkit(`/v1/accounts:${method}`, body)
  return { status: response.status, answer: (await response.json()) as ApiResponse }
}

const requestUri = 'http://localhost'
const unsigned = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJtYXJ5In0.'

/** Method, fields, and the start of the error message. Add yours. */
const invalidRequests: readonly [method: string, body: object, message: RegExp][] = [
  ['signInWithIdp', {}, /^MISSING_REQUEST_URI$/],
  ['signInWithIdp', { requestUri: '' }, /^MISSING_REQUEST_URI$/],
  ['signInWithIdp', { requestUri: 'nowhere' }, /^INVALID_REQUEST_URI$/],
  ['signInWithIdp', { requestUri: 5 }, /^INVALID_ARGUMENT : requestUri/],
  ['signInWithIdp', { requestUri, tenantId: 'x' }, /^UNSUPPORTED_TENANT_OPERATION$/],
  ['signInWithIdp', { requestUri }, /^INVALID_CREDENTIAL_OR_PROVIDER_ID : /],
  ['signInWithIdp', { requestUri, postBody: {} }, /^INVALID_ARGUMENT : postBody/],
  ['signInWithIdp', { requestUri, postBody: 'id_token=x' }, /^INVALID_CREDENTIAL_OR_PROVIDER_ID : /],
  ['signInWithIdp', { requestUri, postBody: 'providerId=oidc.wool' }, /^INVALID_IDP_RESPONSE : /],
  ['signInWithIdp', { requestUri, postBody: 'providerId=oidc.wool&id_token=x' }, /^INVALID_IDP_RESPONSE : /],
  ['signInWithIdp', { requestUri, postBody: 'providerId=oidc.wool&access_token=x' }, /^INVALID_IDP_RESPONSE : /],
  ['signInWithIdp', { requestUri, postBody: 'providerId=oidc.wool&id_token=%00%ff' }, /^INVALID_IDP_RESPONSE : /],
  ['signInWithIdp', { requestUri, postBody: `providerId=oidc.wool&id_token=${unsigned}` }, /^INVALID_IDP_RESPONSE : /],
  ['signInWithIdp', { requestUri, postBody: 'providerId=oidc.wool&id_token={"sub":"x"}' }, /^INVALID_IDP_RESPONSE : /],
  ['signInWithIdp', { requestUri, postBody: 'providerId=facebook.com&access_token=x' }, /^OPERATION_NOT_ALLOWED : /],
  ['signInWithIdp', { requestUri, postBody: 'providerId=__proto__&id_token=x' }, /^OPERATION_NOT_ALLOWED : /],
  ['signInWithIdp', { requestUri, postBody: 'providerId=password&id_token=x' }, /^OPERATION_NOT_ALLOWED : /],
  ['signInWithIdp', { requestUri, postBody: 'x', autoCreate: 'no' }, /^INVALID_ARGUMENT : autoCreate/],
  ['signInWithIdp', { requestUri, pendingToken: 'x' }, /^INVALID_PENDING_TOKEN$/],
  ['signInWithIdp', { requestUri, pendingToken: unsigned }, /^INVALID_PENDING_TOKEN$/],
  ['signInWithIdp', { requestUri, pendingToken: {} }, /^INVALID_ARGUMENT : pendingToken/],
  ['signInWithCustomToken', {}, /^MISSING_CUSTOM_TOKEN$/],
  ['signInWithCustomToken', { token: '' }, /^MISSING_CUSTOM_TOKEN$/],
  ['signInWithCustomToken', { token: 5 }, /^INVALID_ARGUMENT : token/],
  ['signInWithCustomToken', { token: 'x' }, /^INVALID_CUSTOM_TOKEN : /],
  ['signInWithCustomToken', { token: unsigned }, /^INVALID_CUSTOM_TOKEN : /],
  ['signInWithCustomToken', { token: '{"uid":"mary"}' }, /^INVALID_CUSTOM_TOKEN : /],
  ['signInWithCustomToken', { token: 'x', tenantId: 'x' }, /^UNSUPPORTED_TENANT_OPERATION$/],
]

describe('invalid request', () => {
  for (const [method, body, message] of invalidRequests) {
    it(`is rejected: ${method} ${JSON.stringify(body).slice(0, 90)}`, async () => {
      const { status, answer } = await call(method, body)
      assert.equal(status, 400)
      assert.match(answer.error?.message ?? '', message)
    })
  }

  it('is rejected if it uses one kind of token as another', async () => {
    const { answer: signedUp } = await call('signUp', {})
    const idToken = String(signedUp['idToken'])
    const customToken = await service.identity().administration.createCustomToken({ uid: 'ann' })
    const postBody = `providerId=oidc.yarn&id_token=${await provider.signIn('ann')}`
    const { answer } = await call('signInWithIdp', { requestUri, postBody, returnIdpCredential: true })
    const pendingToken = String(answer['pendingToken'])
    assert.match(pendingToken, /^eyJ/)
    for (const token of [idToken, pendingToken]) {
      assert.match(
        (await call('signInWithCustomToken', { token })).answer.error?.message ?? '',
        /^INVALID_CUSTOM_TOKEN/,
      )
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
})

describe('accounts:signInWithIdp', () => {
  it('returns the fields that the emulator returns', async () => {
    const idToken = await provider.signIn('joe')
    const body = { requestUri, postBody: `id_token=${idToken}&providerId=google.com`, returnSecureToken: true }
    const { answer } = await call('signInWithIdp', body)
    const { localId, idToken: own, refreshToken, rawUserInfo, ...rest } = answer
    for (const text of [localId, own, refreshToken]) assert.equal(typeof text, 'string')
    assert.deepEqual(rest, {
      kind: 'identitytoolkit#VerifyAssertionResponse',
      context: '',
      providerId: 'google.com',
      federatedId: 'https://accounts.google.com/joe',
      email: 'joe@example.com',
      emailVerified: false,
      oauthIdToken: idToken,
      isNewUser: true,
      expiresIn: '3600',
    })
    assert.deepEqual(JSON.parse(String(rawUserInfo)), {
      granted_scopes:
        'openid https://www.googleapis.com/auth/userinfo.profile https://www.googleapis.com/auth/userinfo.email',
      id: 'joe',
      verified_email: false,
      locale: 'en',
      email: 'joe@example.com',
    })
  })

  it('reads the provider’s response from the query or fragment of requestUri', async () => {
    const idToken = await provider.signIn('kate')
    for (const uri of [
      `http://localhost/?providerId=oidc.wool&id_token=${idToken}`,
      `http://localhost/?providerId=oidc.wool#id_token=${idToken}`,
    ]) {
      assert.equal((await call('signInWithIdp', { requestUri: uri })).status, 200)
    }
  })

  it('returns the credential with an error if requested', async () => {
    const postBody = `providerId=oidc.wool&id_token=${await provider.signIn('kate')}`
    await call('signInWithIdp', { requestUri, postBody })
    const { answer: signedUp } = await call('signUp', {})
    const body = { requestUri, postBody, idToken: signedUp['idToken'] }
    const { answer: refusal } = await call('signInWithIdp', body)
    assert.equal(refusal.error?.message, 'FEDERATED_USER_ID_ALREADY_LINKED')
    const { status, answer } = await call('signInWithIdp', { ...body, returnIdpCredential: true })
    assert.equal(status, 200)
    assert.equal(answer['errorMessage'], 'FEDERATED_USER_ID_ALREADY_LINKED')
    assert.equal('idToken' in answer, false)
    const { answer: found } = await call('signInWithIdp', { requestUri, pendingToken: answer['pendingToken'] })
    assert.equal(typeof found['idToken'], 'string')
    assert.equal(found['email'], 'kate@example.com')
  })

  it('answers 503 in plain text when the provider is unavailable', async (t) => {
    const down = await openProvider(t, users)
    const own = await serveIdentity(t, { providers: [{ id: 'oidc.wool', issuer: down.issuer, clientIds: ['shop'] }] })
    const postBody = `providerId=oidc.wool&id_token=${await down.signIn('mary')}`
    down.isDown = true
    const answer = await own.callToolkit('/v1/accounts:signInWithIdp', { requestUri, postBody })
    assert.equal(answer.status, 503)
    assert.match(answer.headers.get('Content-Type') ?? '', /^text\/plain/)
  })
})

import { refusals } from '../case.ts'
import type { Case } from '../case.ts'
import { call, refusalOf } from '../client.ts'
import { newEmail, signUpWithPassword, withoutAddress } from '../people.ts'
import { newClaims } from '../providers.ts'
import type { Claims } from '../providers.ts'
import type { Service } from '../service.ts'

const path = '/v1/accounts:signInWithIdp'
const requestUri = 'http://localhost'

function postBody(claims: Claims, providerId = 'google.com'): string {
  return new URLSearchParams({ id_token: JSON.stringify(claims), providerId }).toString()
}

async function ask(service: Service, fields: Readonly<Record<string, unknown>>) {
  const { status, body } = await call(service, path, { requestUri, returnSecureToken: true, ...fields })
  return { status, body, fields: Object.keys(body).toSorted() }
}

const tokens = ['expiresIn', 'idToken', 'refreshToken']

const answers: Case[] = [
  {
    method: 'accounts:signInWithIdp',
    what: 'the answer for a new user',
    run: async (service) => {
      const claims = newClaims()
      const { status, body, fields } = await ask(service, { postBody: postBody(claims) })
      const { kind, federatedId, isNewUser, emailVerified } = body
      return withoutAddress({ status, fields, kind, federatedId, isNewUser, emailVerified }, claims.email)
    },
    expected: {
      status: 200,
      fields: [
        'context',
        'displayName',
        'email',
        'emailVerified',
        'expiresIn',
        'federatedId',
        'fullName',
        'idToken',
        'isNewUser',
        'kind',
        'localId',
        'oauthIdToken',
        'providerId',
        'rawUserInfo',
        'refreshToken',
      ],
      kind: 'identitytoolkit#VerifyAssertionResponse',
      federatedId: 'https://accounts.google.com/id-EMAIL',
      isNewUser: true,
      emailVerified: true,
    },
  },
  {
    method: 'accounts:signInWithIdp',
    what: 'the answer for a user who must confirm first',
    run: async (service) => {
      const { email } = await signUpWithPassword(service)
      const claims = newClaims({ email, email_verified: false })
      const { status, body, fields } = await ask(service, { postBody: postBody(claims, 'oidc.wool') })
      const { needConfirmation, verifiedProvider } = body
      const hasTokens = tokens.some((name) => fields.includes(name))
      return { status, needConfirmation, verifiedProvider, hasTokens }
    },
    expected: { status: 200, needConfirmation: true, verifiedProvider: [], hasTokens: false },
  },
  {
    method: 'accounts:signInWithIdp',
    what: 'the answer to linking another user’s provider account',
    run: async (service) => {
      const claims = newClaims()
      await ask(service, { postBody: postBody(claims) })
      const { idToken } = await signUpWithPassword(service)
      const wish = { postBody: postBody(claims), idToken }
      const kept = await ask(service, { ...wish, returnIdpCredential: true })
      const refused = refusalOf(await call(service, path, { requestUri, ...wish }))
      return {
        status: kept.status,
        errorMessage: kept.body['errorMessage'],
        hasTokens: tokens.some((name) => kept.fields.includes(name)),
        refused,
      }
    },
    expected: {
      status: 200,
      errorMessage: 'FEDERATED_USER_ID_ALREADY_LINKED',
      hasTokens: false,
      refused: { status: 400, code: 'FEDERATED_USER_ID_ALREADY_LINKED' },
    },
  },
  {
    method: 'accounts:signInWithIdp',
    what: 'the answer to linking an address that another user has',
    run: async (service) => {
      const { email } = await signUpWithPassword(service)
      const { idToken } = await signUpWithPassword(service)
      const wish = { postBody: postBody(newClaims({ email })), idToken }
      const kept = await ask(service, { ...wish, returnIdpCredential: true })
      const refused = refusalOf(await call(service, path, { requestUri, ...wish }))
      return { status: kept.status, errorMessage: kept.body['errorMessage'], refused }
    },
    expected: { status: 200, errorMessage: 'EMAIL_EXISTS', refused: { status: 400, code: 'EMAIL_EXISTS' } },
  },
  {
    method: 'accounts:signInWithIdp',
    what: 'the provider’s answer in the address that it sent the browser to',
    run: async (service) => {
      const [inQuery, inFragment] = [newClaims(), newClaims()]
      const at = (mark: string, claims: Claims) => ({ requestUri: `${requestUri}/${mark}${postBody(claims)}` })
      const query = await ask(service, at('?', inQuery))
      const fragment = await ask(service, at('#', inFragment))
      return {
        query: [query.status, query.body['email'] === inQuery.email],
        fragment: [fragment.status, fragment.body['email'] === inFragment.email],
      }
    },
    expected: { query: [200, true], fragment: [200, true] },
  },
]

const good = postBody({ sub: 'somebody' })
const withProvider = (providerId: string, more: Record<string, string> = {}) => ({
  requestUri,
  postBody: new URLSearchParams({ providerId, ...more }).toString(),
})

const refused: readonly Case[] = refusals(
  'accounts:signInWithIdp',
  async (service, input) => refusalOf(await call(service, path, input)),
  {
    'nothing at all': [{}, 'MISSING_REQUEST_URI'],
    'an invalid address': [{ requestUri: 'nowhere', postBody: good }, 'INVALID_REQUEST_URI'],
    'no provider': [{ requestUri, postBody: 'id_token={}' }, 'INVALID_CREDENTIAL_OR_PROVIDER_ID'],
    'no credential': [withProvider('google.com'), 'INVALID_IDP_RESPONSE'],
    'an invalid ID token': [withProvider('google.com', { id_token: 'x' }), 'INVALID_IDP_RESPONSE'],
    'an ID token that is broken JSON': [withProvider('google.com', { id_token: '{' }), 'INVALID_IDP_RESPONSE'],
    'an ID token without a subject': [withProvider('google.com', { id_token: '{}' }), 'INVALID_IDP_RESPONSE'],
    'an ID token with a number as its subject': [
      withProvider('google.com', { id_token: '{"sub":7}' }),
      'INVALID_IDP_RESPONSE',
    ],
    'an access token of Google’s': [withProvider('google.com', { access_token: 'x' }), 'INVALID_IDP_RESPONSE'],
    'an access token of another provider’s': [
      withProvider('facebook.com', { access_token: 'x' }),
      'INVALID_IDP_RESPONSE',
    ],
    'an authorization code': [withProvider('oidc.wool', { code: 'x' }), 'INVALID_IDP_RESPONSE'],
    'a forged ID token to link to': [{ requestUri, postBody: good, idToken: 'x' }, 'INVALID_ID_TOKEN'],
    'a forged pending token': [{ requestUri, pendingToken: 'x' }, 'INVALID_PENDING_TOKEN'],
    'an address that is a list': [{ requestUri: [] }, 'INVALID_ARGUMENT'],
    'invalid JSON': ['{', 'INVALID_ARGUMENT'],
  },
)

const noAddress: Case = {
  method: 'accounts:signInWithIdp',
  what: 'an invalid e-mail address',
  run: async (service) => {
    const { status, body } = await ask(service, { postBody: postBody({ sub: newEmail(), email: 'knitter' }) })
    return { status, email: body['email'] }
  },
  expected: { status: 200, email: undefined },
}

export const providerAnswers: readonly Case[] = [...answers, noAddress, ...refused]

import { rejections, type Case } from '../case.ts'
import { call, rejectionOf } from '../client.ts'
import { newClaims, type Claims } from '../providers.ts'
import type { Service } from '../service.ts'
import { newEmail, signUpWithPassword, maskEmail } from '../users.ts'

const path = '/v1/accounts:signInWithIdp'
const requestUri = 'http://localhost'

function postBody(claims: Claims, providerId = 'google.com'): string {
  return new URLSearchParams({ id_token: JSON.stringify(claims), providerId }).toString()
}

async function signIn(service: Service, fields: Readonly<Record<string, unknown>>) {
  const { status, body } = await call(service, path, { requestUri, returnSecureToken: true, ...fields })
  return { status, body, fields: Object.keys(body).toSorted() }
}

const tokens = ['expiresIn', 'idToken', 'refreshToken']

const responseCases: Case[] = [
  {
    method: 'accounts:signInWithIdp',
    title: 'returns tokens and the profile of a new user',
    run: async (service) => {
      const claims = newClaims()
      const { status, body, fields } = await signIn(service, { postBody: postBody(claims) })
      const { kind, federatedId, isNewUser, emailVerified } = body
      return maskEmail({ status, fields, kind, federatedId, isNewUser, emailVerified }, claims.email)
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
    title: 'returns needConfirmation and no tokens for an unverified e-mail address',
    run: async (service) => {
      const { email } = await signUpWithPassword(service)
      const claims = newClaims({ email, email_verified: false })
      const { status, body, fields } = await signIn(service, { postBody: postBody(claims, 'oidc.wool') })
      const { needConfirmation, verifiedProvider } = body
      const hasTokens = tokens.some((name) => fields.includes(name))
      return { status, needConfirmation, verifiedProvider, hasTokens }
    },
    expected: { status: 200, needConfirmation: true, verifiedProvider: [], hasTokens: false },
  },
  {
    method: 'accounts:signInWithIdp',
    title: 'returns an error for linking a provider’s user of another account',
    run: async (service) => {
      const claims = newClaims()
      await signIn(service, { postBody: postBody(claims) })
      const { idToken } = await signUpWithPassword(service)
      const fields = { postBody: postBody(claims), idToken }
      const withCredential = await signIn(service, { ...fields, returnIdpCredential: true })
      const rejected = rejectionOf(await call(service, path, { requestUri, ...fields }))
      return {
        status: withCredential.status,
        errorMessage: withCredential.body['errorMessage'],
        hasTokens: tokens.some((name) => withCredential.fields.includes(name)),
        rejected,
      }
    },
    expected: {
      status: 200,
      errorMessage: 'FEDERATED_USER_ID_ALREADY_LINKED',
      hasTokens: false,
      rejected: { status: 400, code: 'FEDERATED_USER_ID_ALREADY_LINKED' },
    },
  },
  {
    method: 'accounts:signInWithIdp',
    title: 'returns an error for linking the e-mail address of another account',
    run: async (service) => {
      const { email } = await signUpWithPassword(service)
      const { idToken } = await signUpWithPassword(service)
      const fields = { postBody: postBody(newClaims({ email })), idToken }
      const withCredential = await signIn(service, { ...fields, returnIdpCredential: true })
      const rejected = rejectionOf(await call(service, path, { requestUri, ...fields }))
      return { status: withCredential.status, errorMessage: withCredential.body['errorMessage'], rejected }
    },
    expected: { status: 200, errorMessage: 'EMAIL_EXISTS', rejected: { status: 400, code: 'EMAIL_EXISTS' } },
  },
  {
    method: 'accounts:signInWithIdp',
    title: 'reads the provider’s response from the query or fragment of requestUri',
    run: async (service) => {
      const [inQuery, inFragment] = [newClaims(), newClaims()]
      const inUrl = (mark: string, claims: Claims) => ({ requestUri: `${requestUri}/${mark}${postBody(claims)}` })
      const query = await signIn(service, inUrl('?', inQuery))
      const fragment = await signIn(service, inUrl('#', inFragment))
      return {
        query: [query.status, query.body['email'] === inQuery.email],
        fragment: [fragment.status, fragment.body['email'] === inFragment.email],
      }
    },
    expected: { query: [200, true], fragment: [200, true] },
  },
]

const validBody = postBody({ sub: 'knitter' })
const withProvider = (providerId: string, more: Record<string, string> = {}) => ({
  requestUri,
  postBody: new URLSearchParams({ providerId, ...more }).toString(),
})

const rejectedCases: readonly Case[] = rejections(
  'accounts:signInWithIdp',
  async (service, input) => rejectionOf(await call(service, path, input)),
  {
    'an empty request': [{}, 'MISSING_REQUEST_URI'],
    'an invalid requestUri': [{ requestUri: 'nowhere', postBody: validBody }, 'INVALID_REQUEST_URI'],
    'a missing provider': [{ requestUri, postBody: 'id_token={}' }, 'INVALID_CREDENTIAL_OR_PROVIDER_ID'],
    'a missing credential': [withProvider('google.com'), 'INVALID_IDP_RESPONSE'],
    'an invalid ID token': [withProvider('google.com', { id_token: 'x' }), 'INVALID_IDP_RESPONSE'],
    'an ID token that is broken JSON': [withProvider('google.com', { id_token: '{' }), 'INVALID_IDP_RESPONSE'],
    'an ID token without a subject': [withProvider('google.com', { id_token: '{}' }), 'INVALID_IDP_RESPONSE'],
    'an ID token with a number as its subject': [
      withProvider('google.com', { id_token: '{"sub":7}' }),
      'INVALID_IDP_RESPONSE',
    ],
    'an access token of Google': [withProvider('google.com', { access_token: 'x' }), 'INVALID_IDP_RESPONSE'],
    'an access token of another provider': [
      withProvider('facebook.com', { access_token: 'x' }),
      'INVALID_IDP_RESPONSE',
    ],
    'an authorisation code': [withProvider('oidc.wool', { code: 'x' }), 'INVALID_IDP_RESPONSE'],
    'a forged ID token of the account to link': [{ requestUri, postBody: validBody, idToken: 'x' }, 'INVALID_ID_TOKEN'],
    'a forged pending token': [{ requestUri, pendingToken: 'x' }, 'INVALID_PENDING_TOKEN'],
    'a requestUri that is a list': [{ requestUri: [] }, 'INVALID_ARGUMENT'],
    'a body that is not JSON': ['{', 'INVALID_ARGUMENT'],
  },
)

const invalidEmailCase: Case = {
  method: 'accounts:signInWithIdp',
  title: 'ignores an invalid e-mail address',
  run: async (service) => {
    const { status, body } = await signIn(service, { postBody: postBody({ sub: newEmail(), email: 'knitter' }) })
    return { status, email: body['email'] }
  },
  expected: { status: 200, email: undefined },
}

export const providerResponses: readonly Case[] = [...responseCases, invalidEmailCase, ...rejectedCases]

import { casesOf, rejections, type Case } from '../case.ts'
import { call, rejectionOf } from '../client.ts'
import { newClaims, type Claims } from '../providers.ts'
import type { Service } from '../service.ts'
import { signUpWithPassword } from '../users.ts'

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

const validBody = postBody({ sub: 'knitter' })

const withProvider = (providerId: string, more: Record<string, string> = {}) => ({
  requestUri,
  postBody: new URLSearchParams({ providerId, ...more }).toString(),
})

export const providerResponses: readonly Case[] = [
  ...casesOf('accounts:signInWithIdp', {
    'returns tokens and the profile of a new user': {
      async run({ service, claims }) {
        const { status, body, fields } = await signIn(service, { postBody: postBody(claims) })
        const { kind, federatedId, isNewUser, emailVerified } = body
        return { status, fields, kind, federatedId, isNewUser, emailVerified }
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
    'returns needConfirmation and no tokens for an unverified e-mail address': {
      async run({ service, email, other, claims }) {
        await signUpWithPassword(service, email)
        const unverified = postBody({ ...claims, email_verified: false }, 'oidc.wool')
        const { status, body, fields } = await signIn(service, { postBody: unverified })
        const { needConfirmation, verifiedProvider } = body
        const hasTokens = tokens.some((name) => fields.includes(name))
        await signIn(service, { postBody: postBody(newClaims({ email: other })) })
        const otherUser = postBody({ sub: other, email: other, email_verified: false }, 'oidc.wool')
        const { verifiedProvider: providerOfOther } = (await signIn(service, { postBody: otherUser })).body
        return { status, needConfirmation, verifiedProvider, hasTokens, providerOfOther }
      },
      expected: {
        status: 200,
        needConfirmation: true,
        verifiedProvider: [],
        hasTokens: false,
        providerOfOther: ['google.com'],
      },
    },
    'returns an error for linking a provider’s user of another account': {
      async run({ service, claims }) {
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
    'returns an error for linking the e-mail address of another account': {
      async run({ service, email, claims }) {
        await signUpWithPassword(service, email)
        const { idToken } = await signUpWithPassword(service)
        const fields = { postBody: postBody(claims), idToken }
        const withCredential = await signIn(service, { ...fields, returnIdpCredential: true })
        const rejected = rejectionOf(await call(service, path, { requestUri, ...fields }))
        return { status: withCredential.status, errorMessage: withCredential.body['errorMessage'], rejected }
      },
      expected: { status: 200, errorMessage: 'EMAIL_EXISTS', rejected: { status: 400, code: 'EMAIL_EXISTS' } },
    },
    'reads the provider’s response from the query or fragment of requestUri': {
      async run({ service }) {
        const read = async (mark: string) => {
          const claims = newClaims()
          const { status, body } = await signIn(service, { requestUri: `${requestUri}/${mark}${postBody(claims)}` })
          return [status, body['email'] === claims.email]
        }
        return { query: await read('?'), fragment: await read('#') }
      },
      expected: { query: [200, true], fragment: [200, true] },
    },
    'ignores an invalid e-mail address': {
      async run({ service, email: sub }) {
        const { status, body } = await signIn(service, { postBody: postBody({ sub, email: 'knitter' }) })
        return { status, email: body['email'] }
      },
      expected: { status: 200, email: undefined },
    },
  }),
  ...rejections('accounts:signInWithIdp', {
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
  }),
]

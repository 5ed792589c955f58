import { refusals } from '../case.ts'
import type { Case } from '../case.ts'
import { call, callWithoutKey, refusalOf } from '../client.ts'
import { newEmail, password, signUpAnonymously, signUpWithPassword } from '../people.ts'
import { newClaims } from '../providers.ts'
import type { Service } from '../service.ts'

// Requests that the web client never sends, but the clients for C++ and iOS and other programs do.

const idpPath = '/v1/accounts:signInWithIdp'
const requestUri = 'http://localhost'

const keyCases: Case[] = [
  ['accounts:signUp', '/identitytoolkit.googleapis.com/v1/accounts:signUp', 'POST'],
  ['accounts:lookup', '/identitytoolkit.googleapis.com/v1/accounts:lookup', 'POST'],
  ['projects', '/identitytoolkit.googleapis.com/v1/projects', 'GET'],
  ['token', '/securetoken.googleapis.com/v1/token', 'POST'],
].map(([name = '', path = '', httpMethod]) => ({
  method: name,
  what: 'no API key',
  run: async (service: Service) => {
    const { status, body } = await callWithoutKey(service, path, httpMethod)
    return { status, error: body['error'] }
  },
  expected: {
    status: 403,
    error: {
      code: 403,
      message: 'The request is missing a valid API key.',
      errors: [{ message: 'The request is missing a valid API key.', reason: 'forbidden', domain: 'global' }],
      status: 'PERMISSION_DENIED',
    },
  },
}))

const tokenCases: Case[] = (
  [
    ['a refresh in JSON', 'grant_type', 'refresh_token'],
    ['a refresh in JSON, with names in camel case', 'grantType', 'refreshToken'],
  ] as const
).map(([what, grantType, name]) => ({
  method: 'token',
  what,
  run: async (service: Service) => {
    const { localId, refreshToken } = await signUpAnonymously(service)
    const fields = { [grantType]: 'refresh_token', [name]: refreshToken }
    const { status, body } = await call(service, '/securetoken.googleapis.com/v1/token', fields)
    return { status, isTheirs: body['user_id'] === localId, type: body['token_type'] }
  },
  expected: { status: 200, isTheirs: true, type: 'Bearer' },
}))

/** Requests that only administrators may send. */
const projectCases: Case[] = ['signUp', 'lookup', 'update', 'delete', 'sendOobCode'].flatMap((name) =>
  refusals(
    `accounts:${name}`,
    async (service, input) => {
      const { idToken } = await signUpAnonymously(service)
      const wish = name === 'signUp' ? {} : { idToken }
      return refusalOf(await call(service, `/v1/accounts:${name}`, { ...wish, ...(input as object) }))
    },
    { 'another project': [{ targetProjectId: 'another' }, 'INSUFFICIENT_PERMISSION'] },
  ),
)

const screenNameCase: Case = {
  method: 'accounts:lookup',
  what: 'the login name at another provider',
  run: async (service) => {
    const ask = async (fields: object): Promise<Readonly<Record<string, unknown>>> =>
      (await call(service, idpPath, { requestUri, returnSecureToken: true, ...fields })).body
    const lookUp = async (idToken: unknown) => {
      const { body } = await call(service, '/v1/accounts:lookup', { idToken })
      const [user = {}] = body['users'] as Record<string, unknown>[]
      const [link] = user['providerUserInfo'] as Record<string, unknown>[]
      return [user['screenName'] ?? null, link?.['screenName'] ?? null]
    }
    const withName = () => {
      const claims = JSON.stringify({ ...newClaims(), screen_name: 'knitter' })
      return { postBody: new URLSearchParams({ id_token: claims, providerId: 'oidc.wool' }).toString() }
    }
    const signedUp = await ask(withName())
    const { idToken } = await signUpAnonymously(service)
    const linked = await ask({ ...withName(), idToken })
    return { signedUp: await lookUp(signedUp['idToken']), linked: await lookUp(linked['idToken']) }
  },
  expected: { signedUp: ['knitter', 'knitter'], linked: [null, 'knitter'] },
}

/** The whole message, not only its code, by the provider response that is sent. */
const words: Readonly<Record<string, readonly [postBody: string, message: string]>> = {
  'no provider': [
    'id_token=a b',
    'INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential: http://localhost/?id_token=a+b',
  ],
  'an invalid ID token': [
    'providerId=google.com&id_token=x',
    'INVALID_IDP_RESPONSE : Unable to parse id_token: x ' +
      '((Auth Emulator only accepts strict JSON or JWTs as fake id_tokens.))',
  ],
  'an ID token that is broken JSON': [
    'providerId=google.com&id_token={',
    'INVALID_IDP_RESPONSE : Unable to parse id_token: { ((Auth Emulator failed to parse fake id_token as strict JSON.))',
  ],
  'an ID token without a subject': [
    'providerId=google.com&id_token={}',
    'INVALID_IDP_RESPONSE : Invalid Idp Response: id_token missing required fields. ' +
      '((Missing "sub" field. This field is required and must be a unique identifier.))',
  ],
  'an ID token with a number as its subject': [
    'providerId=google.com&id_token={"sub":7}',
    'INVALID_IDP_RESPONSE : ((The "sub" field must be a string.))',
  ],
}

const wordCases: Case[] = Object.entries(words).map(([what, [postBody, message]]) => ({
  method: 'accounts:signInWithIdp',
  what: `the message of a refusal: ${what}`,
  run: async (service) => {
    const { body } = await call(service, idpPath, { requestUri, postBody })
    return { message: (body['error'] as { message?: string } | undefined)?.message ?? '' }
  },
  expected: { message },
}))

const samlBody = new URLSearchParams({
  providerId: 'saml.wool',
  id_token: '{"sub":"knitter"}',
  SAMLResponse: '{"assertion":{"subject":{"nameId":"knitter@saml.example"}}}',
}).toString()

const refusedCases: Case[] = [
  ...refusals(
    'accounts:signUp',
    async (service, input) => refusalOf(await call(service, '/v1/accounts:signUp', input)),
    {
      'a phone number': [{ phoneNumber: '+94771234567' }, 'OPERATION_NOT_ALLOWED'],
      'a second factor': [{ mfaInfo: [{ phoneInfo: '+94771234567' }] }, 'OPERATION_NOT_ALLOWED'],
    },
  ),
  ...refusals('accounts:signInWithIdp', async (service, input) => refusalOf(await call(service, idpPath, input)), {
    'a SAML response': [{ requestUri, postBody: samlBody }, 'OPERATION_NOT_ALLOWED'],
  }),
  ...refusals(
    'accounts:sendOobCode',
    async (service, input) => refusalOf(await call(service, '/v1/accounts:sendOobCode', input)),
    { 'a request type by number instead of name': [{ requestType: 6, email: newEmail() }, 'INVALID_ARGUMENT'] },
  ),
  ...refusals(
    'accounts:signUp',
    async (service, input) => {
      const { idToken } = await signUpWithPassword(service)
      return refusalOf(await call(service, '/v1/accounts:signUp', { ...(input as object), idToken }))
    },
    {
      'a new address and password, with the ID token of a user who has both': [
        { email: newEmail(), password },
        'PROVIDER_ALREADY_LINKED',
      ],
    },
  ),
]

const legacyCase: Case = {
  method: 'v3/relyingparty',
  what: 'a path of the previous version',
  run: async (service) => {
    const path = '/www.googleapis.com/identitytoolkit/v3/relyingparty/signupNewUser'
    return { status: (await call(service, path, {})).status }
  },
  expected: { status: 501 },
}

export const wire: readonly Case[] = [
  ...keyCases,
  ...tokenCases,
  ...projectCases,
  screenNameCase,
  ...wordCases,
  ...refusedCases,
  legacyCase,
]

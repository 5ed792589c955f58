import { casesOf, rejections, type Case } from '../case.ts'
import { call, callWithoutKey, rejectionOf } from '../client.ts'
import { newClaims } from '../providers.ts'
import { newEmail, password, signUpAnonymously, signUpWithPassword } from '../users.ts'

// Requests that the web client never sends, but the clients for C++ and iOS or hand-written programs do.

const idpPath = '/v1/accounts:signInWithIdp'

const requestUri = 'http://localhost'

/** The whole message, not only its code, for a request body from the provider. */
const messages: Readonly<Record<string, readonly [postBody: string, message: string]>> = {
  'a missing provider': [
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

const samlBody = new URLSearchParams({
  providerId: 'saml.wool',
  id_token: '{"sub":"knitter"}',
  SAMLResponse: '{"assertion":{"subject":{"nameId":"knitter@saml.example"}}}',
}).toString()

function refreshWith(grantType: string, name: string): Omit<Case, 'method' | 'title'> {
  return {
    async run({ service }) {
      const { localId, refreshToken } = await signUpAnonymously(service)
      const fields = { [grantType]: 'refresh_token', [name]: refreshToken }
      const { status, body } = await call(service, '/securetoken.googleapis.com/v1/token', fields)
      return { status, isSameUser: body['user_id'] === localId, type: body['token_type'] }
    },
    expected: { status: 200, isSameUser: true, type: 'Bearer' },
  }
}

export const rawRequests: readonly Case[] = [
  ...casesOf('accounts:lookup', {
    'returns the screen name at a provider': {
      async run({ service }) {
        const signIn = async (fields: object): Promise<Readonly<Record<string, unknown>>> =>
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
        const signedUp = await signIn(withName())
        const { idToken } = await signUpAnonymously(service)
        const linked = await signIn({ ...withName(), idToken })
        return { signedUp: await lookUp(signedUp['idToken']), linked: await lookUp(linked['idToken']) }
      },
      expected: { signedUp: ['knitter', 'knitter'], linked: [null, 'knitter'] },
    },
  }),
  ...rejections('accounts:signUp', {
    'a phone number': [{ phoneNumber: '+94771234567' }, 'OPERATION_NOT_ALLOWED'],
    'a second factor': [{ mfaInfo: [{ phoneInfo: '+94771234567' }] }, 'OPERATION_NOT_ALLOWED'],
  }),
  ...rejections('accounts:sendOobCode', {
    'a request type as a number': [{ requestType: 6, email: newEmail() }, 'INVALID_ARGUMENT'],
  }),
  ...casesOf('v3/relyingparty', {
    'returns 501': {
      async run({ service }) {
        const path = '/www.googleapis.com/identitytoolkit/v3/relyingparty/signupNewUser'
        return { status: (await call(service, path, {})).status }
      },
      expected: { status: 501 },
    },
  }),
  ...[
    ['accounts:signUp', '/identitytoolkit.googleapis.com/v1/accounts:signUp', 'POST'],
    ['accounts:lookup', '/identitytoolkit.googleapis.com/v1/accounts:lookup', 'POST'],
    ['projects', '/identitytoolkit.googleapis.com/v1/projects', 'GET'],
    ['token', '/securetoken.googleapis.com/v1/token', 'POST'],
  ].flatMap(([name = '', path = '', httpMethod]) =>
    casesOf(name, {
      'rejects a request without an API key': {
        async run({ service }) {
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
      },
    }),
  ),
  ...casesOf('token', {
    'accepts JSON': refreshWith('grant_type', 'refresh_token'),
    'accepts JSON with camelCase names': refreshWith('grantType', 'refreshToken'),
  }),
  // Only administrators may name a project.
  ...['signUp', 'lookup', 'update', 'delete', 'sendOobCode'].flatMap((name) =>
    rejections(
      `accounts:${name}`,
      { 'another project': [{ targetProjectId: 'another' }, 'INSUFFICIENT_PERMISSION'] },
      async (service, input) => {
        const { idToken } = await signUpAnonymously(service)
        const fields = name === 'signUp' ? {} : { idToken }
        return rejectionOf(await call(service, `/v1/accounts:${name}`, { ...fields, ...(input as object) }))
      },
    ),
  ),
  ...Object.entries(messages).map(([fault, [postBody, message]]): Case => ({
    method: 'accounts:signInWithIdp',
    title: `has Google’s error text for ${fault}`,
    async run({ service }) {
      const { body } = await call(service, idpPath, { requestUri, postBody })
      return { message: (body['error'] as { message?: string } | undefined)?.message ?? '' }
    },
    expected: { message },
  })),
  ...rejections('accounts:signInWithIdp', {
    'a SAML response': [{ requestUri, postBody: samlBody }, 'OPERATION_NOT_ALLOWED'],
  }),
  ...casesOf('accounts:signUp', {
    'rejects another e-mail address and password for a user who has both': {
      async run({ service, email }) {
        const { idToken } = await signUpWithPassword(service)
        return rejectionOf(await call(service, '/v1/accounts:signUp', { email, password, idToken }))
      },
      expected: { status: 400, code: 'PROVIDER_ALREADY_LINKED' },
    },
  }),
]

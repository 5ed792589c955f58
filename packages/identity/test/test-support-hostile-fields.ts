/** The account under attack. */
export interface Victim {
  readonly email: string
  readonly idToken: string
  readonly refreshToken: string
}

export type Fields = Readonly<Record<string, unknown>>

/** The methods under attack. */
export const post = {
  signUp: 'POST /v1/accounts:signUp',
  signInWithPassword: 'POST /v1/accounts:signInWithPassword',
  signInWithIdp: 'POST /v1/accounts:signInWithIdp',
  signInWithCustomToken: 'POST /v1/accounts:signInWithCustomToken',
  createAuthUri: 'POST /v1/accounts:createAuthUri',
  lookup: 'POST /v1/accounts:lookup',
  update: 'POST /v1/accounts:update',
  remove: 'POST /v1/accounts:delete',
  revokeToken: 'POST /v2/accounts:revokeToken',
  refresh: 'POST /v1/token',
  sendOobCode: 'POST /v1/accounts:sendOobCode',
  resetPassword: 'POST /v1/accounts:resetPassword',
  signInWithEmailLink: 'POST /v1/accounts:signInWithEmailLink',
} as const

/** Values to put in any field. */
export const hostileValues: readonly unknown[] = [
  null,
  '',
  ' ',
  0,
  -1,
  Number.MAX_VALUE,
  true,
  [],
  [null],
  [['x']],
  {},
  { $ne: null },
  { toString: 'x' },
  { constructor: { prototype: { disabled: true } } },
  JSON.parse('{"__proto__":{"disabled":true}}'),
  'x'.repeat(50_000),
  Array.from({ length: 1000 }, () => 'x'),
  '\0',
  '\uD800',
  '\u202Egnp.exe',
  '\r\nSet-Cookie: a=b',
  "' OR 1=1; DROP TABLE accounts; --",
  '../../identity.sqlite',
  '<script>alert(1)</script>',
  '${process.exit()}',
  'javascript:alert(1)',
  '__proto__',
  'constructor',
  'mary@example.com,all@example.com',
  'eyJhbGciOiJub25lIn0.e30.',
  '%00',
  '999999999999999999999999',
]

export const wrongPassword = 'not the password'
export const reset = { requestType: 'PASSWORD_RESET' }
export const continueUrl = 'https://shop.example/'
const profile = { displayName: 'Mary', photoUrl: 'https://example.com/mary.jpg' }
const privileged = { customAttributes: undefined, disableUser: undefined, linkProviderUserInfo: undefined }

/** The fields that each method reads. One at a time is made hostile; `undefined` is not sent. */
export const requests: readonly (readonly [method: string, toFields: (victim: Victim) => Fields])[] = [
  [
    post.signUp,
    ({ email }) => ({ email, password: wrongPassword, displayName: 'Mary', localId: undefined, tenantId: undefined }),
  ],
  [post.signUp, ({ email, idToken }) => ({ email, password: wrongPassword, displayName: 'Mary', idToken })],
  [post.signUp, () => ({ phoneNumber: '+94771234567', mfaInfo: [{}], targetProjectId: 'x' })],
  [post.signInWithPassword, ({ email }) => ({ email, password: wrongPassword, tenantId: undefined })],
  [
    post.signInWithIdp,
    ({ idToken }) => ({ requestUri: 'x:y', postBody: 'x', idToken, pendingToken: 'x', autoCreate: true }),
  ],
  [post.signInWithIdp, () => ({ requestUri: 'x:y', sessionId: 'x', returnIdpCredential: true, tenantId: undefined })],
  [post.signInWithCustomToken, () => ({ token: 'x', tenantId: undefined })],
  [post.createAuthUri, ({ email }) => ({ identifier: email, continueUri: 'https://shop.example', sessionId: 'x' })],
  [
    post.createAuthUri,
    ({ email }) => ({ identifier: email, continueUri: 'x:y', providerId: 'x', tenantId: undefined }),
  ],
  [post.lookup, ({ idToken }) => ({ idToken, tenantId: undefined, targetProjectId: undefined })],
  [post.update, ({ idToken }) => ({ idToken, ...profile, oobCode: undefined, tenantId: undefined })],
  [post.update, ({ idToken }) => ({ idToken, email: 'mary', password: '12345' })],
  [
    post.update,
    ({ idToken }) => ({ idToken, deleteAttribute: ['PHOTO_URL'], deleteProvider: ['x'], validSince: undefined }),
  ],
  [post.update, ({ idToken }) => ({ idToken, ...privileged, mfa: undefined, targetProjectId: undefined })],
  [post.remove, () => ({ idToken: 'x', tenantId: undefined, targetProjectId: undefined })],
  [
    post.revokeToken,
    ({ idToken }) => ({ idToken, providerId: 'x', token: 'x', tokenType: 'CODE', tenantId: undefined }),
  ],
  [post.refresh, ({ refreshToken }) => ({ grant_type: 'refresh_token', refresh_token: refreshToken })],
  [post.refresh, ({ refreshToken }) => ({ grantType: 'refresh_token', refreshToken })],
  [post.sendOobCode, ({ email }) => ({ ...reset, email, continueUrl, returnOobLink: undefined, tenantId: undefined })],
  [post.sendOobCode, ({ email }) => ({ ...reset, email, targetProjectId: undefined })],
  [post.sendOobCode, ({ idToken }) => ({ requestType: 'VERIFY_AND_CHANGE_EMAIL', newEmail: 'm@example.com', idToken })],
  [post.sendOobCode, ({ email }) => ({ requestType: 'EMAIL_SIGNIN', email })],
  [post.resetPassword, () => ({ oobCode: 'x', newPassword: 'long enough', tenantId: undefined })],
  [post.signInWithEmailLink, ({ email, idToken }) => ({ email, oobCode: 'x', idToken, tenantId: undefined })],
]

import { SignJWT, UnsecuredJWT, decodeJwt, decodeProtectedHeader, generateKeyPair, type JWTPayload } from 'jose'

import type { SigningKey } from '../src/tokens/signing-keys.ts'
import { listMailAttacks, mailRequests } from './test-support-hostile-mail-requests.ts'
import type { Fields, Stolen, Victim } from './test-support-victim.ts'

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

type Attack = readonly [method: string, fields: Fields, code: string]

const wrong = 'not the password'
const signUp = 'POST /v1/accounts:signUp'
const signInWithPassword = 'POST /v1/accounts:signInWithPassword'
const signInWithIdp = 'POST /v1/accounts:signInWithIdp'
const signInWithCustomToken = 'POST /v1/accounts:signInWithCustomToken'
const createAuthUri = 'POST /v1/accounts:createAuthUri'
const lookup = 'POST /v1/accounts:lookup'
const update = 'POST /v1/accounts:update'
const remove = 'POST /v1/accounts:delete'
const revokeToken = 'POST /v2/accounts:revokeToken'
const refresh = 'POST /v1/token'

const profile = { displayName: 'Mary', photoUrl: 'https://example.com/mary.jpg' }
const privileged = { customAttributes: undefined, disableUser: undefined, linkProviderUserInfo: undefined }

/** The fields that each method reads. One at a time is made hostile; `undefined` is not sent. */
export const requests: readonly (readonly [method: string, toFields: (victim: Victim) => Fields])[] = [
  [signUp, ({ email }) => ({ email, password: wrong, displayName: 'Mary', localId: undefined, tenantId: undefined })],
  [signUp, ({ email, idToken }) => ({ email, password: wrong, displayName: 'Mary', idToken })],
  [signUp, () => ({ phoneNumber: '+94771234567', mfaInfo: [{}], targetProjectId: 'x' })],
  [signInWithPassword, ({ email }) => ({ email, password: wrong, tenantId: undefined })],
  [
    signInWithIdp,
    ({ idToken }) => ({ requestUri: 'x:y', postBody: 'x', idToken, pendingToken: 'x', autoCreate: true }),
  ],
  [signInWithIdp, () => ({ requestUri: 'x:y', sessionId: 'x', returnIdpCredential: true, tenantId: undefined })],
  [signInWithCustomToken, () => ({ token: 'x', tenantId: undefined })],
  [createAuthUri, ({ email }) => ({ identifier: email, continueUri: 'https://shop.example', sessionId: 'x' })],
  [createAuthUri, ({ email }) => ({ identifier: email, continueUri: 'x:y', providerId: 'x', tenantId: undefined })],
  [lookup, ({ idToken }) => ({ idToken, tenantId: undefined, targetProjectId: undefined })],
  [update, ({ idToken }) => ({ idToken, ...profile, oobCode: undefined, tenantId: undefined })],
  [update, ({ idToken }) => ({ idToken, email: 'mary', password: '12345' })],
  [
    update,
    ({ idToken }) => ({ idToken, deleteAttribute: ['PHOTO_URL'], deleteProvider: ['x'], validSince: undefined }),
  ],
  [update, ({ idToken }) => ({ idToken, ...privileged, mfa: undefined, targetProjectId: undefined })],
  [remove, () => ({ idToken: 'x', tenantId: undefined, targetProjectId: undefined })],
  [revokeToken, ({ idToken }) => ({ idToken, providerId: 'x', token: 'x', tokenType: 'CODE', tenantId: undefined })],
  [refresh, ({ refreshToken }) => ({ grant_type: 'refresh_token', refresh_token: refreshToken })],
  [refresh, ({ refreshToken }) => ({ grantType: 'refresh_token', refreshToken })],
  ...mailRequests,
]

const attackersKey = (await generateKeyPair('RS256')).privateKey

/** Copies of the victim's token, forged without its key. */
async function forge(idToken: string): Promise<Readonly<Record<string, string>>> {
  const { kid = '' } = decodeProtectedHeader(idToken)
  const payload = decodeJwt(idToken)
  const [, body = '', signature = ''] = idToken.split('.')
  const header = (fields: object) => Buffer.from(JSON.stringify(fields)).toString('base64url')
  const sign = (fields: object = { kid }) => signWith(attackersKey, payload, fields)
  const secret = new TextEncoder().encode('x'.repeat(32))
  return {
    'unsigned, as the emulator takes it': new UnsecuredJWT(payload).encode(),
    'without its signature': `${idToken.split('.').slice(0, 2).join('.')}.`,
    'signed with another key': await sign(),
    'signed with another key that it brings along': await sign({ jwk: { kty: 'RSA', n: 'x', e: 'AQAB' } }),
    'signed with a key of an unknown name': await sign({ kid: 'x' }),
    'signed with a secret': await new SignJWT(payload).setProtectedHeader({ alg: 'HS256', kid }).sign(secret),
    'of another algorithm': `${header({ alg: 'none', kid })}.${body}.${signature}`,
    'with a damaged signature': `${idToken.slice(0, -8)}AAAAAAAA`,
    'in five parts': `${idToken}.x.y`,
  }
}

/** Invalid tokens that are signed with the service's key. */
async function misuse(idToken: string, key: SigningKey): Promise<Readonly<Record<string, string>>> {
  const payload = decodeJwt(idToken)
  const { exp: _, ...withoutExpiry } = payload
  const sign = (claims: JWTPayload) => signWith(key.privateKey, claims, { kid: key.kid })
  return {
    'that has expired': await sign({ ...payload, exp: Math.floor(Date.now() / 1000) - 1 }),
    'without an expiry': await sign(withoutExpiry),
    'of another audience': await sign({ ...payload, aud: 'another-shop' }),
    'of another issuer': await sign({ ...payload, iss: 'https://securetoken.google.com/another-shop' }),
    'without a subject': await sign({ ...payload, sub: '' }),
  }
}

/** The victim's token, signed again without a change: the control for `misuse`. */
export function signAgain(idToken: string, { privateKey, kid }: SigningKey): Promise<string> {
  return signWith(privateKey, decodeJwt(idToken), { kid })
}

function signWith(key: CryptoKey, claims: JWTPayload, header: object): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', ...header }).sign(key)
}

/** Attacks, each with the code that rejects it. Add yours. */
export async function listAttacks(victim: Victim, { key, usedCodes }: Stolen): Promise<readonly Attack[]> {
  const { email, idToken, refreshToken } = victim
  const password = wrong
  const tokens = Object.values({ ...(await forge(idToken)), ...(await misuse(idToken, key)) })
  const withToken = [lookup, update, remove, revokeToken, signUp] as const
  return [
    ...withToken.flatMap((method) =>
      tokens.map((token): Attack => {
        return [method, { idToken: token, email: `new.${email}`, password, token: 'x' }, 'INVALID_ID_TOKEN']
      }),
    ),
    ...tokens.map((token): Attack => {
      return [refresh, { grant_type: 'refresh_token', refresh_token: token }, 'INVALID_REFRESH_TOKEN']
    }),
    [lookup, { idToken: refreshToken }, 'INVALID_ID_TOKEN'],
    [lookup, { localId: ['x'], email: [email] }, 'MISSING_ID_TOKEN'],
    [lookup, { idToken, tenantId: 'x' }, 'UNSUPPORTED_TENANT_OPERATION'],
    [signUp, { email, password }, 'EMAIL_EXISTS'],
    [signUp, { email: email.toUpperCase(), password }, 'EMAIL_EXISTS'],
    [signUp, { email: email.replace('mary', '\uFF4D\uFF41\uFF52\uFF59'), password }, 'EMAIL_EXISTS'],
    [signUp, { email: `${email}\u200B`, password }, 'INVALID_EMAIL'],
    [signUp, { email: `${'m'.repeat(250)}@example.com`, password }, 'INVALID_EMAIL'],
    [signUp, { email: '' }, 'INVALID_EMAIL'],
    [signUp, { email: `new.${email}` }, 'MISSING_PASSWORD'],
    [signUp, { password }, 'MISSING_EMAIL'],
    [signUp, { email: `new.${email}`, password: '12345' }, 'WEAK_PASSWORD'],
    [signUp, { localId: 'admin' }, 'UNEXPECTED_PARAMETER'],
    [signUp, { email: `new.${email}`, password, displayName: 'x'.repeat(257) }, 'INVALID_ARGUMENT'],
    [signInWithPassword, { email, password }, 'INVALID_LOGIN_CREDENTIALS'],
    [signInWithPassword, { email: 'nobody@example.com', password }, 'INVALID_LOGIN_CREDENTIALS'],
    [signInWithPassword, { email, password: ' purl two together' }, 'INVALID_LOGIN_CREDENTIALS'],
    [signInWithPassword, { email, password: 'purl two together\0' }, 'INVALID_LOGIN_CREDENTIALS'],
    [signInWithPassword, { email, password: 'x'.repeat(60_000) }, 'INVALID_LOGIN_CREDENTIALS'],
    [signInWithPassword, { password }, 'MISSING_EMAIL'],
    [signInWithPassword, { email: '', password }, 'INVALID_EMAIL'],
    [signInWithPassword, { email }, 'MISSING_PASSWORD'],
    [signInWithPassword, { email, password: ['purl two together'] }, 'INVALID_ARGUMENT'],
    // sign-in-with-idp.test.ts has more of these two.
    [signInWithIdp, { requestUri: 'x:y', pendingToken: 'x' }, 'INVALID_PENDING_TOKEN'],
    [signInWithIdp, { requestUri: 'x:y', postBody: 'providerId=google.com&id_token={}' }, 'OPERATION_NOT_ALLOWED'],
    [signInWithCustomToken, { token: '{"uid":"admin"}' }, 'INVALID_CUSTOM_TOKEN'],
    [createAuthUri, {}, 'MISSING_IDENTIFIER'],
    [createAuthUri, { identifier: email }, 'MISSING_CONTINUE_URI'],
    [createAuthUri, { identifier: 'mary', continueUri: 'https://shop.example' }, 'INVALID_IDENTIFIER'],
    [createAuthUri, { identifier: email, continueUri: '//shop.example' }, 'INVALID_CONTINUE_URI'],
    [update, {}, 'INVALID_REQ_TYPE'],
    [update, { localId: 'x', password }, 'INVALID_REQ_TYPE'],
    [update, { idToken, customAttributes: '{"admin":true}' }, 'INSUFFICIENT_PERMISSION'],
    [update, { idToken, linkProviderUserInfo: { providerId: 'google.com', rawId: '1' } }, 'INSUFFICIENT_PERMISSION'],
    [update, { idToken, disableUser: false }, 'OPERATION_NOT_ALLOWED'],
    [update, { idToken, mfa: { enrollments: [] } }, 'OPERATION_NOT_ALLOWED'],
    [update, { idToken, email: 'mary@' }, 'INVALID_EMAIL'],
    [update, { idToken, password: '12345' }, 'WEAK_PASSWORD'],
    [update, { idToken, photoUrl: 'x'.repeat(2049) }, 'INVALID_ARGUMENT'],
    [update, { idToken, deleteAttribute: ['RAW_USER_INFO'] }, 'INVALID_ARGUMENT'],
    ...['x', '', ' ', '1.5', '1e3', '0x1', '9223372036854775808', 1.5, Number.MAX_VALUE, true, ['1']].map(
      (validSince): Attack => [update, { idToken, validSince }, 'INVALID_ARGUMENT'],
    ),
    [update, { oobCode: 'x' }, 'INVALID_OOB_CODE'],
    [update, { oobCode: usedCodes.update }, 'INVALID_OOB_CODE'],
    [remove, {}, 'MISSING_ID_TOKEN'],
    [remove, { localId: 'x' }, 'MISSING_ID_TOKEN'],
    [revokeToken, { idToken }, 'MISSING_TOKEN'],
    [revokeToken, { idToken, token: 'x', tokenType: 'ANY' }, 'INVALID_ARGUMENT'],
    [revokeToken, { idToken, token: 'x', providerId: 'apple.com' }, 'INVALID_PROVIDER_ID'],
    [refresh, {}, 'MISSING_GRANT_TYPE'],
    [refresh, { grant_type: 'password', refresh_token: refreshToken }, 'INVALID_GRANT_TYPE'],
    [refresh, { grant_type: 'refresh_token' }, 'MISSING_REFRESH_TOKEN'],
    [refresh, { grant_type: 'refresh_token', refresh_token: 'x'.repeat(43) }, 'TOKEN_EXPIRED'],
    ...listMailAttacks(victim, usedCodes),
    ...unsupported.map((method): Attack => [method, {}, 'OPERATION_NOT_ALLOWED']),
  ]
}

const unsupported = [
  'POST /v1/accounts:sendVerificationCode',
  'POST /v1/accounts:signInWithPhoneNumber',
  'POST /v2/accounts/mfaEnrollment:start',
  'POST /v2/accounts/mfaEnrollment:finalize',
  'POST /v2/accounts/mfaEnrollment:withdraw',
  'POST /v2/accounts/mfaSignIn:start',
  'POST /v2/accounts/mfaSignIn:finalize',
]

import { SignJWT, UnsecuredJWT, decodeJwt, decodeProtectedHeader, generateKeyPair, type JWTPayload } from 'jose'

import { customTokenAudience } from '../src/tokens/custom-tokens.ts'
import type { SigningKey } from '../src/tokens/signing-keys.ts'
import { continueUrl, post, reset, wrongPassword, type Fields, type Victim } from './test-support-hostile-fields.ts'

/** What an attacker cannot have: with it, a token is rejected for its fault and not for its signature. */
export interface Stolen {
  /** The service's key. */
  readonly key: SigningKey
  /** Used codes, by the method that accepted them. */
  readonly usedCodes: Readonly<Record<'resetPassword' | 'signInWithEmailLink' | 'update', string>>
}

/** The error's code; with a field after ` : ` where the error names it. */
type Attack = readonly [method: string, fields: Fields, code: string]

const requestUri = 'http://localhost'
/** Valid for the URL parser, which takes long for such a host in other scripts. */
const longHost = `https://${'wool.'.repeat(60)}example`
const unsigned = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJtYXJ5In0.'

const attackersKey = (await generateKeyPair('RS256')).privateKey

/** Copies of the victim's token, forged without its key. */
async function forge(idToken: string): Promise<Readonly<Record<string, string>>> {
  const { kid = '' } = decodeProtectedHeader(idToken)
  const payload = decodeJwt(idToken)
  const [, body = '', signature = ''] = idToken.split('.')
  const encode = (fields: object) => Buffer.from(JSON.stringify(fields)).toString('base64url')
  const sign = (fields: object = { kid }) => signWith(attackersKey, payload, fields)
  const secret = new TextEncoder().encode('x'.repeat(32))
  return {
    'unsigned, as the emulator takes it': new UnsecuredJWT(payload).encode(),
    'with another user': [idToken.split('.')[0], encode({ ...payload, sub: 'x' }), signature].join('.'),
    'without its signature': `${idToken.split('.').slice(0, 2).join('.')}.`,
    'signed with another key': await sign(),
    'signed with another key that it brings along': await sign({ jwk: { kty: 'RSA', n: 'x', e: 'AQAB' } }),
    'signed with a key of an unknown name': await sign({ kid: 'x' }),
    'signed with a secret': await new SignJWT(payload).setProtectedHeader({ alg: 'HS256', kid }).sign(secret),
    'of another algorithm': `${encode({ alg: 'none', kid })}.${body}.${signature}`,
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
    'that has expired, of a session that has ended': await sign({
      ...payload,
      sid: 'x',
      exp: Math.floor(Date.now() / 1000) - 1,
    }),
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
  const password = wrongPassword
  const issuer = 'shop@demo-shop'
  const iat = Math.floor(Date.now() / 1000)
  const custom = { aud: customTokenAudience, iss: issuer, sub: issuer, uid: 'mary', iat, exp: iat + 60 }
  const forgedCustomToken = await signWith(attackersKey, custom, { kid: key.kid })
  const tokens = Object.values({ ...(await forge(idToken)), ...(await misuse(idToken, key)) })
  const withToken = [post.lookup, post.update, post.remove, post.revokeToken, post.signUp]
  return [
    ...withToken.flatMap((method) =>
      tokens.map((token): Attack => {
        return [method, { idToken: token, email: `new.${email}`, password, token: 'x' }, 'INVALID_ID_TOKEN']
      }),
    ),
    ...tokens.map((token): Attack => {
      return [post.refresh, { grant_type: 'refresh_token', refresh_token: token }, 'INVALID_REFRESH_TOKEN']
    }),
    [post.lookup, { idToken: refreshToken }, 'INVALID_ID_TOKEN'],
    [post.lookup, { idToken: 'x.y.z' }, 'INVALID_ID_TOKEN'],
    [post.lookup, { localId: ['x'], email: [email] }, 'MISSING_ID_TOKEN'],
    [post.lookup, { idToken, tenantId: 'x' }, 'UNSUPPORTED_TENANT_OPERATION'],
    [post.signUp, { email, password }, 'EMAIL_EXISTS'],
    [post.signUp, { email: email.toUpperCase(), password }, 'EMAIL_EXISTS'],
    [post.signUp, { email: email.replace('mary', '\uFF4D\uFF41\uFF52\uFF59'), password }, 'EMAIL_EXISTS'],
    [post.signUp, { email: `${email}\u200B`, password }, 'INVALID_EMAIL'],
    [post.signUp, { email: `${'m'.repeat(250)}@example.com`, password }, 'INVALID_EMAIL'],
    [post.signUp, { email: '' }, 'INVALID_EMAIL'],
    [post.signUp, { email: `new.${email}` }, 'MISSING_PASSWORD'],
    [post.signUp, { password }, 'MISSING_EMAIL'],
    [post.signUp, { email: `new.${email}`, password: '12345' }, 'WEAK_PASSWORD'],
    [post.signUp, { localId: 'admin' }, 'UNEXPECTED_PARAMETER'],
    [post.signUp, { email: { $ne: null } }, 'INVALID_ARGUMENT : email'],
    [post.signUp, { tenantId: 'x' }, 'UNSUPPORTED_TENANT_OPERATION'],
    [post.signUp, { email: 'mary@example.com\r\nBcc: all@example.com', password }, 'INVALID_EMAIL'],
    [post.signUp, { email: `new.${email}`, password, displayName: 'x'.repeat(257) }, 'INVALID_ARGUMENT'],
    [post.signInWithPassword, { email, password }, 'INVALID_LOGIN_CREDENTIALS'],
    [post.signInWithPassword, { email: 'nobody@example.com', password }, 'INVALID_LOGIN_CREDENTIALS'],
    [post.signInWithPassword, { email, password: ' purl two together' }, 'INVALID_LOGIN_CREDENTIALS'],
    [post.signInWithPassword, { email, password: 'purl two together\0' }, 'INVALID_LOGIN_CREDENTIALS'],
    [post.signInWithPassword, { email, password: 'x'.repeat(60_000) }, 'INVALID_LOGIN_CREDENTIALS'],
    [post.signInWithPassword, { password }, 'MISSING_EMAIL'],
    [post.signInWithPassword, { email: '', password }, 'INVALID_EMAIL'],
    [post.signInWithPassword, { email }, 'MISSING_PASSWORD'],
    [post.signInWithPassword, { email, password: ['purl two together'] }, 'INVALID_ARGUMENT'],
    [post.signInWithIdp, {}, 'MISSING_REQUEST_URI'],
    [post.signInWithIdp, { requestUri: '' }, 'MISSING_REQUEST_URI'],
    [post.signInWithIdp, { requestUri: 'nowhere' }, 'INVALID_REQUEST_URI'],
    [post.signInWithIdp, { requestUri: longHost, postBody: 'id_token=x' }, 'INVALID_REQUEST_URI'],
    [post.signInWithIdp, { requestUri: 5 }, 'INVALID_ARGUMENT : requestUri'],
    [post.signInWithIdp, { requestUri, tenantId: 'x' }, 'UNSUPPORTED_TENANT_OPERATION'],
    [post.signInWithIdp, { requestUri }, 'INVALID_CREDENTIAL_OR_PROVIDER_ID'],
    [post.signInWithIdp, { requestUri, postBody: {} }, 'INVALID_ARGUMENT : postBody'],
    [post.signInWithIdp, { requestUri, postBody: 'id_token=x' }, 'INVALID_CREDENTIAL_OR_PROVIDER_ID'],
    ...['', '&id_token=x', '&access_token=x', '&id_token=%00%ff', `&id_token=${unsigned}`, '&id_token={"sub":"x"}'].map(
      (rest): Attack => [
        post.signInWithIdp,
        { requestUri, postBody: `providerId=oidc.wool${rest}` },
        'INVALID_IDP_RESPONSE',
      ],
    ),
    ...['google.com&id_token={}', 'facebook.com&access_token=x', '__proto__&id_token=x', 'password&id_token=x'].map(
      (rest): Attack => [post.signInWithIdp, { requestUri, postBody: `providerId=${rest}` }, 'OPERATION_NOT_ALLOWED'],
    ),
    [post.signInWithIdp, { requestUri, postBody: 'x', autoCreate: 'no' }, 'INVALID_ARGUMENT : autoCreate'],
    ...['x', unsigned, ...tokens].map((pendingToken): Attack => {
      return [post.signInWithIdp, { requestUri, pendingToken }, 'INVALID_PENDING_TOKEN']
    }),
    [post.signInWithIdp, { requestUri, pendingToken: {} }, 'INVALID_ARGUMENT : pendingToken'],
    ...['x', unsigned, '{"uid":"admin"}', forgedCustomToken, ...tokens].map((token): Attack => {
      return [post.signInWithCustomToken, { token }, 'INVALID_CUSTOM_TOKEN']
    }),
    [post.signInWithCustomToken, {}, 'MISSING_CUSTOM_TOKEN'],
    [post.signInWithCustomToken, { token: '' }, 'MISSING_CUSTOM_TOKEN'],
    [post.signInWithCustomToken, { token: 5 }, 'INVALID_ARGUMENT : token'],
    [post.signInWithCustomToken, { token: 'x', tenantId: 'x' }, 'UNSUPPORTED_TENANT_OPERATION'],
    [post.createAuthUri, {}, 'MISSING_IDENTIFIER'],
    [post.createAuthUri, { identifier: email }, 'MISSING_CONTINUE_URI'],
    [post.createAuthUri, { identifier: 'mary', continueUri: 'https://shop.example' }, 'INVALID_IDENTIFIER'],
    [post.createAuthUri, { identifier: email, continueUri: '//shop.example' }, 'INVALID_CONTINUE_URI'],
    [post.createAuthUri, { identifier: email, continueUri: longHost }, 'INVALID_CONTINUE_URI'],
    [post.update, {}, 'INVALID_REQ_TYPE'],
    [post.update, { localId: 'x', password }, 'INVALID_REQ_TYPE'],
    [post.update, { idToken, customAttributes: '{"admin":true}' }, 'INSUFFICIENT_PERMISSION'],
    [
      post.update,
      { idToken, linkProviderUserInfo: { providerId: 'google.com', rawId: '1' } },
      'INSUFFICIENT_PERMISSION',
    ],
    [post.update, { idToken, disableUser: false }, 'OPERATION_NOT_ALLOWED'],
    [post.update, { idToken, mfa: { enrollments: [] } }, 'OPERATION_NOT_ALLOWED'],
    [post.update, { idToken, email: 'mary@' }, 'INVALID_EMAIL'],
    [post.update, { idToken, password: '12345' }, 'WEAK_PASSWORD'],
    [post.update, { idToken, photoUrl: 'x'.repeat(2049) }, 'INVALID_ARGUMENT'],
    [post.update, { idToken, deleteAttribute: ['RAW_USER_INFO'] }, 'INVALID_ARGUMENT'],
    ...['1', 'x', '', 0, 1, true, ['1']].map((validSince): Attack => [
      post.update,
      { idToken, validSince },
      'INSUFFICIENT_PERMISSION',
    ]),
    [post.update, { oobCode: 'x' }, 'INVALID_OOB_CODE'],
    [post.update, { oobCode: usedCodes.update }, 'INVALID_OOB_CODE'],
    [post.remove, {}, 'MISSING_ID_TOKEN'],
    [post.remove, { localId: 'x' }, 'MISSING_ID_TOKEN'],
    [post.revokeToken, { idToken }, 'MISSING_TOKEN'],
    [post.revokeToken, { idToken, token: 'x', tokenType: 'ANY' }, 'INVALID_ARGUMENT'],
    [post.revokeToken, { idToken, token: 'x', providerId: 'apple.com' }, 'INVALID_PROVIDER_ID'],
    [post.refresh, {}, 'MISSING_GRANT_TYPE'],
    [post.refresh, { grant_type: 'password', refresh_token: refreshToken }, 'INVALID_GRANT_TYPE'],
    [post.refresh, { grant_type: 'refresh_token' }, 'MISSING_REFRESH_TOKEN'],
    [post.refresh, { grant_type: 'refresh_token', refresh_token: 'x'.repeat(43) }, 'TOKEN_EXPIRED'],
    [post.refresh, { grant_type: 'refresh_token', refresh_token: `${'x'.repeat(43)}\n` }, 'INVALID_REFRESH_TOKEN'],
    [post.sendOobCode, {}, 'MISSING_REQ_TYPE'],
    [post.sendOobCode, { requestType: 'RECOVER_EMAIL', email }, 'INVALID_REQ_TYPE'],
    [post.sendOobCode, { requestType: 'constructor' }, 'INVALID_ARGUMENT'],
    [post.sendOobCode, { requestType: 7 }, 'INVALID_ARGUMENT'],
    [post.sendOobCode, reset, 'MISSING_EMAIL'],
    [post.sendOobCode, { ...reset, email: 'mary' }, 'INVALID_EMAIL'],
    [post.sendOobCode, { ...reset, email: `${email}\r\nBcc: all@example.com` }, 'INVALID_EMAIL'],
    [post.sendOobCode, { ...reset, email: `${email},all@example.com` }, 'INVALID_EMAIL'],
    [post.sendOobCode, { ...reset, email, returnOobLink: true }, 'INSUFFICIENT_PERMISSION'],
    [post.sendOobCode, { ...reset, email, tenantId: 'x' }, 'UNSUPPORTED_TENANT_OPERATION'],
    [post.sendOobCode, { ...reset, email, targetProjectId: 'x' }, 'INSUFFICIENT_PERMISSION'],
    [post.sendOobCode, { ...reset, email, continueUrl: 'https://elsewhere.example' }, 'UNAUTHORIZED_DOMAIN'],
    [
      post.sendOobCode,
      { ...reset, email, continueUrl: 'https://shop.example@elsewhere.example' },
      'UNAUTHORIZED_DOMAIN',
    ],
    [
      post.sendOobCode,
      { ...reset, email, continueUrl: 'https://shop.example.elsewhere.example' },
      'UNAUTHORIZED_DOMAIN',
    ],
    ...[
      'https://shop.example//elsewhere.example',
      'https://shop.example/.//elsewhere.example',
      'https://shop.example/x/..//elsewhere.example',
      'https://shop.example/%2e//elsewhere.example',
      'https://shop.example/\\elsewhere.example',
      'https://shop.example/\t/elsewhere.example',
      'https://shop.example:8443/',
      'http://shop.example/',
      'https://user:secret@shop.example/',
      'http://localhost:3000/',
    ].map((url): Attack => [post.sendOobCode, { ...reset, email, continueUrl: url }, 'UNAUTHORIZED_DOMAIN']),
    [post.sendOobCode, { ...reset, email, continueUrl: 'javascript:alert(1)' }, 'INVALID_CONTINUE_URI'],
    [post.sendOobCode, { ...reset, email, continueUrl: '/create' }, 'INVALID_CONTINUE_URI'],
    [post.sendOobCode, { ...reset, email, continueUrl: longHost }, 'INVALID_CONTINUE_URI'],
    [post.sendOobCode, { ...reset, email, continueUrl: `${continueUrl}${'x'.repeat(2000)}` }, 'INVALID_CONTINUE_URI'],
    [post.sendOobCode, { requestType: 'EMAIL_SIGNIN' }, 'MISSING_EMAIL'],
    [post.sendOobCode, { requestType: 'VERIFY_EMAIL' }, 'INVALID_ID_TOKEN'],
    [post.sendOobCode, { requestType: 'VERIFY_EMAIL', idToken: 'forged' }, 'INVALID_ID_TOKEN'],
    [post.sendOobCode, { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken }, 'MISSING_NEW_EMAIL'],
    [post.sendOobCode, { requestType: 'VERIFY_AND_CHANGE_EMAIL', newEmail: 'm@example.com' }, 'MISSING_ID_TOKEN'],
    [post.resetPassword, {}, 'MISSING_OOB_CODE'],
    [post.resetPassword, { oobCode: 'x'.repeat(50_000), newPassword: 'long enough' }, 'INVALID_OOB_CODE'],
    [post.resetPassword, { oobCode: usedCodes.resetPassword }, 'INVALID_OOB_CODE'],
    [post.resetPassword, { oobCode: usedCodes.resetPassword, newPassword: 'long enough' }, 'INVALID_OOB_CODE'],
    [post.resetPassword, { oobCode: ['x'] }, 'INVALID_ARGUMENT'],
    [post.signInWithEmailLink, {}, 'MISSING_EMAIL'],
    [post.signInWithEmailLink, { email }, 'MISSING_OOB_CODE'],
    [post.signInWithEmailLink, { email, oobCode: 'x' }, 'INVALID_OOB_CODE'],
    [post.signInWithEmailLink, { email, oobCode: usedCodes.signInWithEmailLink }, 'INVALID_OOB_CODE'],
    [post.signInWithEmailLink, { email, oobCode: 'x', idToken: 'forged' }, 'INVALID_ID_TOKEN'],
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

import type { Fields, Stolen, Victim } from './test-support-victim.ts'

const sendOobCode = 'POST /v1/accounts:sendOobCode'
const resetPassword = 'POST /v1/accounts:resetPassword'
const signInWithEmailLink = 'POST /v1/accounts:signInWithEmailLink'

const reset = { requestType: 'PASSWORD_RESET' }
const continueUrl = 'https://shop.example/'

/** Like `requests`, for the methods that send and accept codes. */
export const mailRequests: readonly (readonly [method: string, toFields: (victim: Victim) => Fields])[] = [
  [sendOobCode, ({ email }) => ({ ...reset, email, continueUrl, returnOobLink: undefined, tenantId: undefined })],
  [sendOobCode, ({ email }) => ({ ...reset, email, targetProjectId: undefined })],
  [sendOobCode, ({ idToken }) => ({ requestType: 'VERIFY_AND_CHANGE_EMAIL', newEmail: 'm@example.com', idToken })],
  [sendOobCode, ({ email }) => ({ requestType: 'EMAIL_SIGNIN', email })],
  [resetPassword, () => ({ oobCode: 'x', newPassword: 'long enough', tenantId: undefined })],
  [signInWithEmailLink, ({ email, idToken }) => ({ email, oobCode: 'x', idToken, tenantId: undefined })],
]

/** Like `listAttacks`. */
export function listMailAttacks({ email, idToken }: Victim, usedCodes: Stolen['usedCodes']) {
  return [
    [sendOobCode, {}, 'MISSING_REQ_TYPE'],
    [sendOobCode, { requestType: 'RECOVER_EMAIL', email }, 'INVALID_REQ_TYPE'],
    [sendOobCode, { requestType: 'constructor' }, 'INVALID_ARGUMENT'],
    [sendOobCode, { requestType: 7 }, 'INVALID_ARGUMENT'],
    [sendOobCode, reset, 'MISSING_EMAIL'],
    [sendOobCode, { ...reset, email: 'mary' }, 'INVALID_EMAIL'],
    [sendOobCode, { ...reset, email: `${email}\r\nBcc: all@example.com` }, 'INVALID_EMAIL'],
    [sendOobCode, { ...reset, email: `${email},all@example.com` }, 'INVALID_EMAIL'],
    [sendOobCode, { ...reset, email, returnOobLink: true }, 'INSUFFICIENT_PERMISSION'],
    [sendOobCode, { ...reset, email, tenantId: 'x' }, 'UNSUPPORTED_TENANT_OPERATION'],
    [sendOobCode, { ...reset, email, targetProjectId: 'x' }, 'INSUFFICIENT_PERMISSION'],
    [sendOobCode, { ...reset, email, continueUrl: 'https://elsewhere.example' }, 'UNAUTHORIZED_DOMAIN'],
    [sendOobCode, { ...reset, email, continueUrl: 'https://shop.example@elsewhere.example' }, 'UNAUTHORIZED_DOMAIN'],
    [sendOobCode, { ...reset, email, continueUrl: 'https://shop.example.elsewhere.example' }, 'UNAUTHORIZED_DOMAIN'],
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
    ].map((url) => [sendOobCode, { ...reset, email, continueUrl: url }, 'UNAUTHORIZED_DOMAIN'] as const),
    [sendOobCode, { ...reset, email, continueUrl: 'javascript:alert(1)' }, 'INVALID_CONTINUE_URI'],
    [sendOobCode, { ...reset, email, continueUrl: '/create' }, 'INVALID_CONTINUE_URI'],
    [sendOobCode, { ...reset, email, continueUrl: `${continueUrl}${'x'.repeat(2000)}` }, 'INVALID_CONTINUE_URI'],
    [sendOobCode, { requestType: 'EMAIL_SIGNIN' }, 'MISSING_EMAIL'],
    [sendOobCode, { requestType: 'VERIFY_EMAIL' }, 'INVALID_ID_TOKEN'],
    [sendOobCode, { requestType: 'VERIFY_EMAIL', idToken: 'forged' }, 'INVALID_ID_TOKEN'],
    [sendOobCode, { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken }, 'MISSING_NEW_EMAIL'],
    [sendOobCode, { requestType: 'VERIFY_AND_CHANGE_EMAIL', newEmail: 'm@example.com' }, 'MISSING_ID_TOKEN'],
    [resetPassword, {}, 'MISSING_OOB_CODE'],
    [resetPassword, { oobCode: 'x'.repeat(50_000), newPassword: 'long enough' }, 'INVALID_OOB_CODE'],
    [resetPassword, { oobCode: usedCodes.resetPassword }, 'INVALID_OOB_CODE'],
    [resetPassword, { oobCode: usedCodes.resetPassword, newPassword: 'long enough' }, 'INVALID_OOB_CODE'],
    [resetPassword, { oobCode: ['x'] }, 'INVALID_ARGUMENT'],
    [signInWithEmailLink, {}, 'MISSING_EMAIL'],
    [signInWithEmailLink, { email }, 'MISSING_OOB_CODE'],
    [signInWithEmailLink, { email, oobCode: 'x' }, 'INVALID_OOB_CODE'],
    [signInWithEmailLink, { email, oobCode: usedCodes.signInWithEmailLink }, 'INVALID_OOB_CODE'],
    [signInWithEmailLink, { email, oobCode: 'x', idToken: 'forged' }, 'INVALID_ID_TOKEN'],
  ] satisfies (readonly [method: string, fields: Fields, code: string])[]
}

/**
 * What links in letters are for, as the service names it, and as the links do in `mode`.
 * (`parseMode` in firebase-js-sdk, packages/auth/src/core/action_code_url.ts)
 */
export const actionModes = {
  EMAIL_SIGNIN: 'signIn',
  PASSWORD_RESET: 'resetPassword',
  RECOVER_EMAIL: 'recoverEmail',
  VERIFY_AND_CHANGE_EMAIL: 'verifyAndChangeEmail',
  VERIFY_EMAIL: 'verifyEmail',
} as const

export type ActionCodeType = keyof typeof actionModes

export type ActionMode = (typeof actionModes)[ActionCodeType]

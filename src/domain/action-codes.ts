/**
 * What action codes are for: the request type of the identity service, and the `mode` in the action link.
 * (`parseMode` in firebase-js-sdk, packages/auth/src/core/action_code_url.ts)
 */
export const actionModes = {
  EMAIL_SIGNIN: 'signIn',
  PASSWORD_RESET: 'resetPassword',
  RECOVER_EMAIL: 'recoverEmail',
  VERIFY_AND_CHANGE_EMAIL: 'verifyAndChangeEmail',
  VERIFY_EMAIL: 'verifyEmail',
} as const

export type ActionMode = (typeof actionModes)[keyof typeof actionModes]

/**
 * The purposes of action codes, and their names in links (`mode`).
 * (`parseMode` in firebase-js-sdk, packages/auth/src/core/action_code_url.ts)
 */
export const actionModes = {
  EMAIL_SIGNIN: 'signIn',
  PASSWORD_RESET: 'resetPassword',
  RECOVER_EMAIL: 'recoverEmail',
  VERIFY_AND_CHANGE_EMAIL: 'verifyAndChangeEmail',
  VERIFY_EMAIL: 'verifyEmail',
} as const

/** The purpose of a code, by its name in the protocol (`requestType`). */
export type CodePurpose = keyof typeof actionModes

export type ActionMode = (typeof actionModes)[CodePurpose]

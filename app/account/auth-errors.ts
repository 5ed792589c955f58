import { problems, signIn } from '../../src/messages/messages.ts'

/**
 * What happens after a failure of the identity client.
 *
 * - `try-again`: the same once more, perhaps with something typed otherwise.
 * - `sign-in-again`: the session is over; whoever it was signs in anew.
 * - `start-over`: what was begun cannot be finished, back to its first step.
 * - `wait`: nothing helps now, neither trying nor signing in.
 */
export type Reaction = 'try-again' | 'sign-in-again' | 'start-over' | 'wait'

export interface Advice {
  readonly reaction: Reaction
  /** For the visitor. */
  readonly words: string
  /** What is to be typed otherwise, when it is that. */
  readonly field?: FieldName | undefined
}

export type FieldName = 'email' | 'password'

type Row = readonly [reaction: Reaction, words: string, codes: string, field?: FieldName]

/**
 * Each code of the specification's catalogue (section 8), and the others that the client has for what a page of this
 * shop can do; without their `auth/`. One is our own server's, for what happens between it and a provider
 * (`packages/identity/src/federation/flow-failure.ts`). The test beside this one walks them.
 */
const rows: readonly Row[] = [
  ['try-again', problems.noConnection, 'network-request-failed timeout'],
  ['try-again', signIn.popupBlocked, 'popup-blocked'],
  ['try-again', signIn.popupClosed, 'popup-closed-by-user cancelled-popup-request'],
  ['try-again', signIn.cancelled, 'user-cancelled redirect-cancelled-by-user'],
  ['try-again', problems.providerUnavailable, 'provider-unavailable'],
  [
    'try-again',
    signIn.wrongCredentials,
    'invalid-credential wrong-password user-not-found rejected-credential',
    'password',
  ],
  ['try-again', signIn.badEmail, 'invalid-email missing-email invalid-recipient-email', 'email'],
  ['try-again', signIn.noPassword, 'missing-password', 'password'],
  ['try-again', signIn.weakPassword, 'weak-password password-does-not-meet-requirements', 'password'],
  ['try-again', signIn.emailTaken, 'email-already-in-use'],
  ['try-again', signIn.otherWay, 'account-exists-with-different-credential'],
  ['try-again', signIn.linkedElsewhere, 'credential-already-in-use provider-already-linked'],
  ['try-again', signIn.wrongAccount, 'user-mismatch'],
  ['try-again', signIn.wrongCode, 'invalid-verification-code missing-verification-code'],
  [
    'sign-in-again',
    signIn.ended,
    'user-token-expired invalid-user-token invalid-refresh-token user-signed-out null-user tenant-id-mismatch',
  ],
  ['sign-in-again', signIn.tooLongAgo, 'requires-recent-login'],
  ['sign-in-again', signIn.secondFactor, 'multi-factor-auth-required'],
  ['start-over', signIn.linkSpent, 'expired-action-code invalid-action-code code-expired'],
  [
    'start-over',
    signIn.interrupted,
    'invalid-auth-event no-auth-event redirect-operation-pending missing-or-invalid-nonce missing-iframe-start ' +
      'invalid-custom-token custom-token-mismatch no-such-provider already-initialized',
  ],
  ['start-over', signIn.noStorage, 'web-storage-unsupported unsupported-persistence-type'],
  ['start-over', signIn.oldBrowser, 'operation-not-supported-in-this-environment cors-unsupported'],
  ['wait', signIn.tooMany, 'too-many-requests quota-exceeded'],
  ['wait', signIn.disabled, 'user-disabled'],
  ['wait', signIn.unverified, 'unverified-email email-change-needs-verification'],
  [
    'wait',
    signIn.notSetUp,
    'unauthorized-domain unauthorized-continue-uri missing-continue-uri invalid-continue-uri invalid-api-key ' +
      'auth-domain-config-required unsupported-password-policy-schema-version argument-error invalid-emulator-scheme ' +
      'emulator-config-failed operation-not-allowed admin-restricted-operation app-not-authorized invalid-tenant-id ' +
      'unsupported-tenant-operation invalid-oauth-provider invalid-oauth-client-id invalid-provider-id',
  ],
  ['try-again', signIn.failed, 'internal-error login-blocked'],
]

const advices: ReadonlyMap<string, Advice> = new Map(
  rows.flatMap(([reaction, words, codes, field]) =>
    codes.split(' ').map((code) => [`auth/${code}`, { reaction, words, field }]),
  ),
)

/** What to say and do about an error; about one that nobody has thought of, that it may be tried again. */
export function adviseOn(error: unknown): Advice {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return advices.get(code) ?? { reaction: 'try-again', words: signIn.failed }
}

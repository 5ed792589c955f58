import type { BrowserMessages } from '../../src/messages/english-browser.ts'

/**
 * What to do after an error of the identity client.
 *
 * - `try-again`: try the same again, perhaps with other input.
 * - `sign-in-again`: the session is over; the user has to sign in again.
 * - `start-over`: the flow cannot continue and starts again at its first step.
 * - `wait`: trying again does not help now.
 */
export type Reaction = 'try-again' | 'sign-in-again' | 'start-over' | 'wait'

export interface AuthErrorAdvice {
  readonly reaction: Reaction
  /** For the user. */
  readonly message: string
  /** The field to correct, if the error is about one. */
  readonly field?: FieldName | undefined
}

export type FieldName = 'email' | 'password'

type MessageKey = keyof BrowserMessages['signIn'] | keyof BrowserMessages['problems']

type Row = readonly [reaction: Reaction, key: MessageKey, codes: string, field?: FieldName]

/**
 * The codes of the specification's error catalogue (section 8) and the other codes of the client that this shop can meet,
 * without `auth/`. Two come from our own server: for errors of a provider
 * (`packages/identity/src/federation/code-flow.ts`), and for a password that no owner may have. Guarded by `auth-errors.test.ts`.
 */
const rows: readonly Row[] = [
  ['try-again', 'noConnection', 'network-request-failed timeout'],
  ['try-again', 'popupBlocked', 'popup-blocked'],
  ['try-again', 'popupClosed', 'popup-closed-by-user cancelled-popup-request'],
  ['try-again', 'cancelled', 'user-cancelled redirect-cancelled-by-user'],
  ['try-again', 'providerUnavailable', 'provider-unavailable'],
  ['try-again', 'wrongCredentials', 'invalid-credential wrong-password user-not-found rejected-credential', 'password'],
  ['try-again', 'badEmail', 'invalid-email missing-email invalid-recipient-email', 'email'],
  ['try-again', 'noPassword', 'missing-password', 'password'],
  ['try-again', 'weakPassword', 'weak-password password-does-not-meet-requirements', 'password'],
  ['try-again', 'weakOwnerPassword', 'password-too-weak', 'password'],
  ['try-again', 'emailTaken', 'email-already-in-use'],
  ['try-again', 'otherWay', 'account-exists-with-different-credential'],
  ['try-again', 'linkedElsewhere', 'credential-already-in-use provider-already-linked'],
  ['try-again', 'wrongAccount', 'user-mismatch'],
  ['try-again', 'wrongCode', 'invalid-verification-code missing-verification-code'],
  [
    'sign-in-again',
    'ended',
    'user-token-expired invalid-user-token invalid-refresh-token user-signed-out null-user tenant-id-mismatch',
  ],
  ['sign-in-again', 'tooLongAgo', 'requires-recent-login'],
  ['sign-in-again', 'secondFactor', 'multi-factor-auth-required'],
  ['start-over', 'linkSpent', 'expired-action-code invalid-action-code code-expired'],
  [
    'start-over',
    'interrupted',
    'invalid-auth-event no-auth-event redirect-operation-pending missing-or-invalid-nonce missing-iframe-start ' +
      'invalid-custom-token custom-token-mismatch no-such-provider already-initialized',
  ],
  ['start-over', 'noStorage', 'web-storage-unsupported unsupported-persistence-type'],
  ['start-over', 'oldBrowser', 'operation-not-supported-in-this-environment cors-unsupported'],
  ['wait', 'tooMany', 'too-many-requests quota-exceeded'],
  ['wait', 'disabled', 'user-disabled'],
  ['wait', 'unverified', 'unverified-email email-change-needs-verification'],
  [
    'wait',
    'notSetUp',
    'unauthorized-domain unauthorized-continue-uri missing-continue-uri invalid-continue-uri invalid-api-key ' +
      'auth-domain-config-required unsupported-password-policy-schema-version argument-error invalid-emulator-scheme ' +
      'emulator-config-failed operation-not-allowed admin-restricted-operation app-not-authorized invalid-tenant-id ' +
      'unsupported-tenant-operation invalid-oauth-provider invalid-oauth-client-id invalid-provider-id',
  ],
  ['try-again', 'failed', 'internal-error login-blocked'],
]

type Entry = Omit<AuthErrorAdvice, 'message'> & { readonly key: MessageKey }

const entries: ReadonlyMap<string, Entry> = new Map(
  rows.flatMap(([reaction, key, codes, field]) =>
    codes.split(' ').map((code) => [`auth/${code}`, { reaction, key, field }]),
  ),
)

/** What to do about an error of the identity client. An unknown one may be tried again. */
export function reactionTo(error: unknown): Reaction {
  return entryOf(error).reaction
}

/** What to tell the user about an error of the identity client, and what to do about it. */
export function describeAuthError(error: unknown, { problems, signIn }: AuthMessages): AuthErrorAdvice {
  const { key, ...entry } = entryOf(error)
  return { ...entry, message: { ...problems, ...signIn }[key] }
}

type AuthMessages = Pick<BrowserMessages, 'problems' | 'signIn'>

function entryOf(error: unknown): Entry {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return entries.get(code) ?? { reaction: 'try-again', key: 'failed' }
}

import type { AttemptLimits } from './abuse/attempt-limits.ts'
import type { Audit } from './abuse/audit.ts'
import type { Account } from './accounts/account.ts'
import type { Accounts } from './accounts/accounts.ts'
import type { Codes } from './action-codes/code-table.ts'
import type { SentLink } from './action-codes/sent-link.ts'
import type { Caller } from './caller.ts'
import { IdentityError, ServiceError } from './errors.ts'
import type { PendingTokens } from './federation/pending-tokens.ts'
import type { Providers } from './federation/providers.ts'
import type { Mailer } from './mailer.ts'
import type { Pages } from './pages.ts'
import type { Passwords } from './passwords/passwords.ts'
import type { IdentitySettings } from './settings.ts'
import type { AtomicallyInGroup } from './storage/group-transaction.ts'
import type { Atomically } from './storage/transaction.ts'
import type { CustomTokens } from './tokens/custom-tokens.ts'
import type { IdTokens, VerifiedIdToken } from './tokens/id-tokens.ts'
import type { OpenSessions } from './tokens/open-sessions.ts'
import type { Sessions } from './tokens/sessions.ts'

/** What methods use. */
export interface IdentityContext {
  readonly projectId: string
  readonly settings: IdentitySettings
  readonly accounts: Accounts
  readonly sessions: Sessions
  readonly openSessions: OpenSessions
  readonly codes: Codes
  readonly atomically: Atomically
  /** For frequent requests. */
  readonly atomicallyInGroup: AtomicallyInGroup
  readonly idTokens: IdTokens
  readonly passwords: Passwords
  readonly customTokens: CustomTokens
  readonly pendingTokens: PendingTokens
  readonly providers: Providers
  readonly audit: Audit
  readonly attemptLimits: AttemptLimits
  /** See `ServiceOptions`. */
  readonly isProtected: (uid: string) => boolean
  /** `undefined` when no e-mail can be sent. */
  readonly mailer: Mailer | undefined
  readonly pages: Pages
  readonly now: () => Date
  /** Called with every sent link; set only in test mode. */
  readonly onLink?: (link: SentLink) => void
}

/**
 * A method of the protocol: from the unchecked fields of the request to those of the answer. The fields of a GET request are
 * in its query.
 *
 * @throws IdentityError to refuse the request; RateLimitError. Any other error is a failure of the service.
 */
export type Endpoint = (context: IdentityContext, input: unknown, caller: Caller) => Promise<object>

/** A verified ID token with its current account. */
export interface SignedIn {
  readonly account: Account
  readonly token: VerifiedIdToken
}

/**
 * Verifies an ID token and its session: a token from just before an account passed to another user must not take it
 * back. (Guarded by `pass-to-owner.test.ts`.)
 *
 * @throws ServiceError `busy` if the signing keys were replaced and the client must refresh its token; IdentityError
 * `INVALID_ID_TOKEN`; `USER_NOT_FOUND` if the account was deleted, `USER_DISABLED`, `TOKEN_EXPIRED` if its session has
 * ended, for example by a new password.
 */
export async function getSignedIn(context: IdentityContext, idToken: string): Promise<SignedIn> {
  try {
    return getStillSignedIn(context, await context.idTokens.verify(idToken))
  } catch (error) {
    throw (await isOfReplacedKey(context, error, idToken))
      ? new ServiceError('busy', 'The service is busy. Please try again in a moment.', { cause: error })
      : error
  }
}

/**
 * Whether a token is invalid only because its key was replaced (`keys rotate`), while its session is open. Its claims are not
 * trusted. But the client drops its user when the token is refused, and keeps it when the service is busy; it then gets a
 * new token with the refresh token. (Guarded by the test "new signing keys:
 * the user stays signed in and gets a new ID token".)
 */
async function isOfReplacedKey(
  { idTokens, openSessions }: IdentityContext,
  error: unknown,
  idToken: string,
): Promise<boolean> {
  if (!(error instanceof IdentityError) || error.code !== 'INVALID_ID_TOKEN') return false
  const token = await idTokens.readReplaced(idToken)
  return token?.sid !== undefined && openSessions.find(token) !== undefined
}

/**
 * As `getSignedIn`, but synchronous. Call it within the transaction that changes the account, if anything was awaited since
 * the token was verified: the account may have passed to another user.
 * (Guarded by `pass-to-owner.test.ts`.)
 */
export function getStillSignedIn(context: IdentityContext, token: VerifiedIdToken): SignedIn {
  const account = context.accounts.find(token.uid)
  if (account === undefined) throw new IdentityError('USER_NOT_FOUND')
  if (account.disabled) throw new IdentityError('USER_DISABLED')
  if (context.openSessions.find(token) === undefined) throw new IdentityError('TOKEN_EXPIRED')
  return { account, token }
}

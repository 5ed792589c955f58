import type { Audit } from './abuse/audit.ts'
import type { Throttle } from './abuse/throttle.ts'
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

/** What endpoints work with. */
export interface IdentityContext {
  readonly projectId: string
  readonly settings: IdentitySettings
  readonly accounts: Accounts
  readonly sessions: Sessions
  readonly openSessions: OpenSessions
  readonly codes: Codes
  readonly atomically: Atomically
  /** For what many ask for at once. */
  readonly atomicallyInGroup: AtomicallyInGroup
  readonly idTokens: IdTokens
  readonly passwords: Passwords
  readonly customTokens: CustomTokens
  readonly pendingTokens: PendingTokens
  readonly providers: Providers
  readonly audit: Audit
  readonly throttle: Throttle
  /** See `ServiceOptions`. */
  readonly isProtected: (uid: string) => boolean
  /** `undefined` when no e-mail can be sent. */
  readonly mailer: Mailer | undefined
  readonly pages: Pages
  readonly now: () => Date
  /** To be called with every link that is sent; in test mode alone there is somebody who listens. */
  readonly onLink?: (link: SentLink) => void
}

/**
 * One wire method: from the request's fields, not yet checked, to the answer's. A GET request's fields are those of its
 * query.
 *
 * @throws IdentityError when the answer is no; RateLimitError; anything else is a fault of ours.
 */
export type Endpoint = (context: IdentityContext, input: unknown, caller: Caller) => Promise<object>

/** Who an ID token was given to, as they are now, and what it says. */
export interface SignedIn {
  readonly account: Account
  readonly token: VerifiedIdToken
}

/**
 * An ID token is good for no longer than its session: one that was issued a moment before an account changed hands must
 * not take it back. (Guarded by the test "is worthless from the very millisecond in which its session ends".)
 *
 * @throws ServiceError `busy` when the signing keys were replaced and the client has to refresh its token;
 * IdentityError `INVALID_ID_TOKEN`; `USER_NOT_FOUND` when the account has been removed since, `USER_DISABLED`,
 * `TOKEN_EXPIRED` when its session has ended since (by a new password, say).
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
 * Whether a token is refused only because the key that may have signed it was replaced (`keys rotate`), while the session
 * that it names goes on. Nothing that it says is believed. But the client drops its user when its token is refused, and
 * keeps it when the shop cannot answer; the refresh token then gives it a good one. (Guarded by the test "signs nobody
 * out".)
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
 * As `getSignedIn`, without waiting for anything: to be called within the transaction that changes the account, when
 * something was waited for since the token was verified. The account may have passed to somebody else meanwhile.
 * (Guarded by `pass-to-owner.test.ts`.)
 */
export function getStillSignedIn(context: IdentityContext, token: VerifiedIdToken): SignedIn {
  const account = context.accounts.find(token.uid)
  if (account === undefined) throw new IdentityError('USER_NOT_FOUND')
  if (account.disabled) throw new IdentityError('USER_DISABLED')
  if (context.openSessions.find(token) === undefined) throw new IdentityError('TOKEN_EXPIRED')
  return { account, token }
}

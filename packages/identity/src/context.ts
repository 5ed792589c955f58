import type { AttemptLimits } from './abuse/attempt-limits.ts'
import type { Audit } from './abuse/audit.ts'
import type { Accounts } from './accounts/accounts.ts'
import type { Codes } from './action-codes/code-table.ts'
import type { Caller, IdentitySettings, Mailer, Pages } from './application.ts'
import type { PendingTokens } from './federation/pending-tokens.ts'
import type { Providers } from './federation/providers.ts'
import type { Passwords } from './passwords/passwords.ts'
import type { Atomically, AtomicallyInGroup } from './storage/transaction.ts'
import type { CustomTokens } from './tokens/custom-tokens.ts'
import type { Devices } from './tokens/devices.ts'
import type { IdTokens } from './tokens/id-tokens.ts'
import type { OpenSessions } from './tokens/open-sessions.ts'
import type { Sessions } from './tokens/sessions.ts'

/** What methods use. */
export interface IdentityContext {
  readonly projectId: string
  readonly settings: IdentitySettings
  readonly accounts: Accounts
  readonly sessions: Sessions
  readonly openSessions: OpenSessions
  readonly devices: Devices
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
  /** See `ServiceOptions`. */
  readonly isPasswordAllowed: (uid: string, password: string) => boolean
  /** `undefined` when no e-mail can be sent. */
  readonly mailer: Mailer | undefined
  readonly pages: Pages
  readonly now: () => Date
}

/** The part of the context that a module needs. */
export type Uses<Name extends keyof IdentityContext> = Pick<IdentityContext, Name>

/**
 * A method of the protocol: from the unchecked fields of the request to those of the answer. The fields of a GET request are
 * in its query.
 *
 * @throws IdentityError to refuse the request; RateLimitError. Any other error is a failure of the service.
 */
export type Endpoint = (context: IdentityContext, input: unknown, caller: Caller) => Promise<object>

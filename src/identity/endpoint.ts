import type { Mailer } from '../mail/mailer.ts'
import type { Account } from './account.ts'
import type { Accounts } from './accounts/accounts.ts'
import type { AtomicallyInGroup } from './accounts/atomically-in-group.ts'
import type { Atomically } from './accounts/atomically.ts'
import type { Codes } from './accounts/code-table.ts'
import type { Sessions } from './accounts/sessions.ts'
import type { Audit } from './audit.ts'
import type { CustomTokens } from './custom-tokens/custom-tokens.ts'
import { IdentityError } from './errors.ts'
import type { IdTokens, VerifiedIdToken } from './id-tokens.ts'
import type { Passwords } from './passwords/passwords.ts'
import type { PendingTokens } from './providers/pending-tokens.ts'
import type { Providers } from './providers/providers.ts'
import type { SentLink } from './sent-link.ts'
import type { IdentitySettings } from './settings.ts'
import type { Throttle } from './throttle.ts'

/** Who sent a request. */
export interface Client {
  /** The network address that limits count by; of IPv6, its first 64 bits. */
  readonly address: string
  /**
   * The shop's own address, which links in mails start with: `https://shop.example`. It is not taken from the request,
   * whose `Host` anyone could set to have somebody else's code sent to a site of theirs.
   */
  readonly origin: string
}

/** Whoever runs the shop, as the audit has them: no network address of anybody. */
export const commandLine: Client = { address: 'command line', origin: '' }

/** What endpoints work with. */
export interface Service {
  readonly projectId: string
  readonly settings: IdentitySettings
  readonly accounts: Accounts
  readonly sessions: Sessions
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
  /** `undefined` in a shop that cannot send mail. */
  readonly mailer: Mailer | undefined
  readonly now: () => Date
  /** To be called with every link that is sent; in test mode alone there is somebody who listens. */
  readonly onLink?: (link: SentLink) => void
}

/**
 * One wire method: from the request's fields, not yet checked, to the answer's. A GET request's fields are those of its
 * query.
 *
 * @throws IdentityError when the answer is no; ShopError `too-many-requests`; anything else is a fault of ours.
 */
export type Endpoint = (service: Service, input: unknown, client: Client) => Promise<object>

/** Who an ID token was given to, as they are now, and what it says. */
export interface SignedIn {
  readonly account: Account
  readonly token: VerifiedIdToken
}

/**
 * @throws IdentityError `INVALID_ID_TOKEN`; `USER_NOT_FOUND` when the account has been removed since, `TOKEN_EXPIRED`
 * when its tokens have been revoked since (by a new password, say), `USER_DISABLED`.
 */
export async function getSignedIn(service: Service, idToken: string): Promise<SignedIn> {
  const token = await service.idTokens.verify(idToken)
  const account = service.accounts.find(token.uid)
  if (account === undefined) throw new IdentityError('USER_NOT_FOUND')
  if (isFromBefore(token.issuedAt, account.validSince)) throw new IdentityError('TOKEN_EXPIRED')
  if (account.disabled) throw new IdentityError('USER_DISABLED')
  return { account, token }
}

/** A token says in which second it was issued, so one of the very second in which all were revoked passes. */
function isFromBefore(issuedAt: Date, validSince: Date | null): boolean {
  return validSince !== null && issuedAt.getTime() < Math.floor(validSince.getTime() / 1000) * 1000
}

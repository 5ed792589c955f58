import type { Caller } from '../caller.ts'
import type { Log } from '../log.ts'

/** What whoever runs the shop may have to look into. Signing up anonymously is daily business, and none of it. */
export type SecurityEvent =
  | 'account-created'
  | 'account-removed'
  | 'code-refused'
  | 'code-sent'
  | 'code-used'
  | 'custom-token-made'
  | 'email-changed'
  | 'keys-rotated'
  | 'mail-failed'
  | 'password-changed'
  | 'provider-linked'
  | 'provider-unlinked'
  | 'signed-in'
  | 'sign-in-refused'
  | 'throttled'
  | 'tokens-revoked'

/** Never a password, a token, a code or an address of e-mail: people type passwords in the wrong field. */
export interface AuditDetails {
  /** The account, when there is one. */
  readonly uid?: string | undefined
  /** How somebody signs in, or what a code is for. */
  readonly method?: string
  /** Why the answer is no: an IdentityErrorCode, the code of another failure, or the FlowFailure of a sign-in at a provider. */
  readonly reason?: string
}

/** Writes a security event to the log, as a line whose `audit` is the event. */
export type Audit = (event: SecurityEvent, caller: Caller, details?: AuditDetails) => void

export function createAudit(log: Log): Audit {
  return (event, { address }, details = {}) => log.info({ audit: event, address, ...details }, 'security event')
}

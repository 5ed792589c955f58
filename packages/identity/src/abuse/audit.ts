import type { Caller } from '../caller.ts'
import type { Log } from '../log.ts'

/** What an administrator may have to look into. Anonymous sign-ups are too frequent to be one. */
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

/** Never a password, a token, a code or an e-mail address: people type passwords into the wrong field. */
export interface AuditDetails {
  /** The account, if there is one. */
  readonly uid?: string | undefined
  /** How the user signs in, or the purpose of a code. */
  readonly method?: string
  /** Why it was refused: an IdentityErrorCode, the code of another failure, or the FlowFailure of a provider sign-in. */
  readonly reason?: string
}

/** Writes a security event to the log, as a line whose `audit` is the event. */
export type Audit = (event: SecurityEvent, caller: Caller, details?: AuditDetails) => void

export function createAudit(log: Log): Audit {
  return (event, { address }, details = {}) => log.info({ audit: event, address, ...details }, 'security event')
}

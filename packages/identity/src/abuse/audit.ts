import { createRateLimits, type Rate, type RateLimitsOptions } from '@stockinette/rate-limit/rate-limits.ts'
import { createLimitedLines } from '@stockinette/rate-limit/repeated-lines.ts'

import type { Caller, Log } from '../application.ts'
import { IdentityError } from '../errors.ts'

/** What an administrator may have to look into. Anonymous sign-ups are too frequent to be one. */
export type SecurityEvent =
  | 'account-created'
  | 'account-disabled'
  | 'account-enabled'
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

/** How a password was set, if it was by a link of `Administration.createPasswordLink`. */
export const linkOfAdministrator = 'link of the administrator'

/** Never a password, a token, a code or an e-mail address: people type passwords into the wrong field. */
export interface AuditDetails {
  /** The account, if there is one. */
  readonly uid?: string | undefined
  /** How the user signs in, the purpose of a code, or {@link linkOfAdministrator}. */
  readonly method?: string
  /** Why it was refused: an IdentityErrorCode, the code of another failure, or the FlowFailure of a provider sign-in. */
  readonly reason?: string
}

/** Writes a security event to the log, as a line whose `audit` is the event. */
export type Audit = (event: SecurityEvent, caller: Caller, details?: AuditDetails) => void

type OnEvent = (event: SecurityEvent, details: AuditDetails) => void

/** What anyone can cause without an account. All else is bounded by the limits of what it reports. */
const refusals: ReadonlySet<SecurityEvent> = new Set(['code-refused', 'sign-in-refused', 'throttled'])

/** Of each refusal. Together with the lines of requests, journald keeps them: it drops lines beyond 10,000 in 30 seconds. */
const refusalLines: Rate = { burst: 300, everySeconds: 1 / 30 }

/**
 * Refusals are logged with a limit; the next one has the number of omitted ones, in `leftOut`. Successes always are.
 *
 * It never throws, because the change that an event reports is already made: if `onEvent` does, that is logged.
 */
export function createAudit(log: Log, limits: RateLimitsOptions, onEvent?: OnEvent): Audit {
  const takeLine = createLimitedLines(createRateLimits(limits).byKey(refusalLines))
  return (event, { address }, details = {}) => {
    const added = refusals.has(event) ? takeLine(event) : {}
    if (!added) return
    log.info({ audit: event, address, ...details, ...added }, 'security event')
    try {
      onEvent?.(event, details)
    } catch (error) {
      log.error({ err: error, event }, 'the application could not be told of a security event')
    }
  }
}

/** Runs `signIn`, and writes its refusals to the audit log. */
export async function auditRefusal<T>(
  { audit }: { readonly audit: Audit },
  caller: Caller,
  who: Pick<AuditDetails, 'uid' | 'method'>,
  signIn: () => Promise<T>,
): Promise<T> {
  try {
    return await signIn()
  } catch (error) {
    if (error instanceof IdentityError) audit('sign-in-refused', caller, { ...who, reason: error.code })
    throw error
  }
}

/** Runs `work`, and writes refused codes to the audit log. */
export async function auditCode<T>(
  { audit }: { readonly audit: Audit },
  caller: Caller,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isCodeRefused = error instanceof IdentityError && /^(?:INVALID|EXPIRED)_OOB_CODE$/.test(error.code)
    if (isCodeRefused) audit('code-refused', caller, { reason: error.code })
    throw error
  }
}

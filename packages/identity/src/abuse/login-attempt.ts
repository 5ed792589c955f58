import type { Caller } from '../caller.ts'
import type { IdentityContext } from '../context.ts'
import { failureCodeOf } from '../errors.ts'
import type { LoginAttempt } from './attempt-limits.ts'

/**
 * `AttemptLimits.attemptLogin`, which writes refusals to the audit log.
 *
 * @param method how the user tries to sign in.
 * @throws RateLimitError
 */
export function attemptLogin(
  { attemptLimits, audit }: IdentityContext,
  email: string,
  caller: Caller,
  method: string,
): LoginAttempt {
  try {
    return attemptLimits.attemptLogin(email, caller)
  } catch (error) {
    if (failureCodeOf(error) === 'too-many-requests') audit('throttled', caller, { method })
    throw error
  }
}

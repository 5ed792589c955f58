import type { Caller } from '../caller.ts'
import type { IdentityContext } from '../context.ts'
import { failureCodeOf } from '../errors.ts'
import type { LoginAttempt } from './throttle.ts'

/**
 * `Throttle.guess` with a line in the audit trail for each that is refused.
 *
 * @param method how somebody tries to sign in.
 * @throws RateLimitError.
 */
export function attemptLogin({ throttle, audit }: IdentityContext, email: string, caller: Caller, method: string): LoginAttempt {
  try {
    return throttle.attemptLogin(email, caller)
  } catch (error) {
    if (failureCodeOf(error) === 'too-many-requests') audit('throttled', caller, { method })
    throw error
  }
}

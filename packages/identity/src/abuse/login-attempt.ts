import type { Caller } from '../caller.ts'
import type { IdentityContext } from '../context.ts'
import { failureCodeOf } from '../errors.ts'
import type { LoginAttempt } from './throttle.ts'

/**
 * `Throttle.attemptLogin`, which writes refusals to the audit log.
 *
 * @param method how the user tries to sign in.
 * @throws RateLimitError
 */
export function attemptLogin(
  { throttle, audit }: IdentityContext,
  email: string,
  caller: Caller,
  method: string,
): LoginAttempt {
  try {
    return throttle.attemptLogin(email, caller)
  } catch (error) {
    if (failureCodeOf(error) === 'too-many-requests') audit('throttled', caller, { method })
    throw error
  }
}

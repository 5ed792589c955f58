import type { Caller } from '../caller.ts'
import type { IdentityContext } from '../context.ts'
import { failureCodeOf } from '../errors.ts'
import type { Guess } from './throttle.ts'

/**
 * `Throttle.guess` with a line in the audit trail for each that is refused.
 *
 * @param method how somebody tries to sign in.
 * @throws RateLimitError.
 */
export function guessAt({ throttle, audit }: IdentityContext, email: string, caller: Caller, method: string): Guess {
  try {
    return throttle.guess(email, caller)
  } catch (error) {
    if (failureCodeOf(error) === 'too-many-requests') audit('throttled', caller, { method })
    throw error
  }
}

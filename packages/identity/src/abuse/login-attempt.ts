import { isShopError } from '../../../../src/domain/errors.ts'
import type { Client } from '../caller.ts'
import type { Service } from '../context.ts'
import type { Guess } from './throttle.ts'

/**
 * `Throttle.guess` with a line in the audit trail for each that is refused.
 *
 * @param method how somebody tries to sign in.
 * @throws ShopError `too-many-requests`.
 */
export function guessAt({ throttle, audit }: Service, email: string, client: Client, method: string): Guess {
  try {
    return throttle.guess(email, client)
  } catch (error) {
    if (isShopError(error)) audit('throttled', client, { method })
    throw error
  }
}

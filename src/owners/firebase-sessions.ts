import type { Caller } from '@stockinette/identity'

import { isShopError, ShopError } from '../domain/errors.ts'
import type { CallProject } from '../google/project-calls.ts'
import { revokeTokens } from '../google/revoke-tokens.ts'
import type { Log } from '../log.ts'
import { itemRules, problems } from '../messages/messages.ts'
import type { Visitor } from './access.ts'

export interface EndSessionsOptions {
  readonly call: CallProject
  readonly log: Log
}

/**
 * Ends every session of an account in Firebase Authentication, as `revokeRefreshTokens` of its Admin SDK does. Once it
 * resolves, no earlier sign-in counts, nor one in the second of the call.
 *
 * Rejects with ShopError `not-signed-in` if the account was deleted; `storage-unavailable` when Firebase refuses: the shop's credentials need the role Firebase
 * Authentication Admin.
 */
export function createEndSessions({ call, log }: EndSessionsOptions) {
  return async ({ uid }: Pick<Visitor, 'uid'>, { address }: Caller): Promise<void> => {
    try {
      await revokeTokens(call, uid)
    } catch (cause) {
      if (isShopError(cause) && cause.message.includes('USER_NOT_FOUND'))
        throw new ShopError('not-signed-in', itemRules.notSignedIn)
      throw new ShopError('storage-unavailable', problems.notSignedOutEverywhere, { cause })
    }
    log.info({ audit: 'tokens-revoked', address, uid }, 'security event')
  }
}

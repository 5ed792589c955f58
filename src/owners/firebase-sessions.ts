import { setTimeout } from 'node:timers/promises'

import type { Caller } from '@stockinette/identity'

import { isShopError, ShopError } from '../domain/errors.ts'
import type { CallProject } from '../google/project-calls.ts'
import type { Log } from '../log.ts'
import { itemRules, problems } from '../messages/messages.ts'
import type { Visitor } from './access.ts'

/**
 * Ends every session of an account in Firebase Authentication, as `revokeRefreshTokens` of its Admin SDK does. Once it
 * resolves, no earlier sign-in counts, nor one in the second of the call.
 *
 * Rejects with ShopError `not-signed-in` if the account was deleted; `storage-unavailable` when Firebase refuses: the shop's credentials need the role Firebase
 * Authentication Admin.
 */
export function createEndSessions({ call, log }: { readonly call: CallProject; readonly log: Log }) {
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

/**
 * Revokes all tokens that an account has so far, also those of the current second, and changes these fields with it.
 *
 * Firebase counts in whole seconds and accepts tokens of the second of `validSince` itself. So there are two calls: the
 * first one revokes the tokens of earlier seconds, and the one in the next second also those of the first call's second.
 * (firebase.google.com/docs/auth/admin/manage-sessions)
 *
 * @param createFields called for each of the two calls.
 */
export async function revokeTokens(call: CallProject, localId: string, createFields: () => object = () => ({})) {
  const update = () =>
    call('accounts:update', { localId, ...createFields(), validSince: String(toSeconds(Date.now())) })
  await update()
  const second = toSeconds(Date.now())
  while (toSeconds(Date.now()) === second) await setTimeout(1_000 - (Date.now() % 1_000))
  await update()
}

function toSeconds(ms: number): number {
  return Math.floor(ms / 1000)
}

import { ShopError } from '../domain/errors.ts'
import { problems } from '../domain/messages.ts'
import type { Client } from '../identity/endpoint.ts'
import type { Log } from '../log/log.ts'
import type { CallProject } from './project-calls.ts'

export interface SessionsEndOptions {
  readonly call: CallProject
  readonly log: Log
}

/**
 * Ends every session of an account in Firebase Authentication, as `revokeRefreshTokens` of its Admin SDK does: what was
 * given out before this second is good for nothing. (firebase.google.com/docs/auth/admin/manage-sessions)
 *
 * Rejects with ShopError `storage-unavailable` when Firebase does not do it: the shop's credentials need the role
 * Firebase Authentication Admin for it.
 */
export function createSessionsEnd({ call, log }: SessionsEndOptions) {
  return async (uid: string, { address }: Client): Promise<void> => {
    try {
      await call('accounts:update', { localId: uid, validSince: String(Math.floor(Date.now() / 1000)) })
    } catch (cause) {
      throw new ShopError('storage-unavailable', problems.notSignedOutEverywhere, { cause })
    }
    log.info({ audit: 'tokens-revoked', address, uid }, 'security event')
  }
}

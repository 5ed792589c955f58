import { z } from 'zod'

import { ShopError } from '../domain/errors.ts'
import { isRoleMissing, type CallProject } from '../google/project-calls.ts'
import type { Log } from '../log.ts'
import { itemRules, problems } from '../messages/messages.ts'
import type { Access, Visitor } from './access.ts'

/** Whether tokens of an account count. `validSince` is whole seconds since 1970, as text. */
const accountShape = z.object({ validSince: z.coerce.number().default(0), disabled: z.boolean().default(false) })
const foundShape = z.object({ users: z.array(accountShape).default([]) })
type AccountState = z.infer<typeof accountShape>

export interface RevocableAccessOptions {
  /** Checks the tokens themselves. */
  readonly access: Access
  readonly call: CallProject
  readonly log: Log
}

/**
 * Refuses revoked tokens and tokens of disabled or deleted accounts. Asks Firebase Authentication about the account each
 * time, as `verifyIdToken(token, true)` of its Admin SDK does. Without the role for that, tokens count for their hour,
 * and the log says so once.
 */
export function createRevocableAccess({ access, call, log }: RevocableAccessOptions): Access {
  let isRoleKnownToBeMissing = false

  async function find({ uid }: Visitor): Promise<AccountState | 'unknown' | undefined> {
    try {
      return foundShape.parse(await call('accounts:lookup', { localId: [uid] })).users[0]
    } catch (cause) {
      if (!isRoleMissing(cause)) throw new ShopError('storage-unavailable', problems.storageUnavailable, { cause })
      if (!isRoleKnownToBeMissing) {
        log.warn(
          { err: cause },
          'accounts cannot be looked up: revoked ID tokens are accepted for the rest of their hour',
        )
      }
      isRoleKnownToBeMissing = true
      return 'unknown'
    }
  }

  return {
    async identify(authorizationHeader) {
      const visitor = await access.identify(authorizationHeader)
      const account = await find(visitor)
      if (account !== 'unknown' && !isValid(visitor, account))
        throw new ShopError('not-signed-in', itemRules.notSignedIn)
      return visitor
    },
  }
}

function isValid({ signedInAt }: Visitor, account: AccountState | undefined): boolean {
  return account !== undefined && !account.disabled && signedInAt.getTime() >= account.validSince * 1000
}

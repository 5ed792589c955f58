import type { Address } from '@stockinette/rate-limit/address.ts'
import { takeAll, type RateLimiter } from '@stockinette/rate-limit/rate-limits.ts'
import { z } from 'zod'

import { ShopError } from '../domain/errors.ts'
import { isShopRefused, type CallProject } from '../google/project-calls.ts'
import type { Log } from '../log.ts'
import { itemRules, problems } from '../messages/messages.ts'
import type { Access, TokenAccess, Visitor } from './access.ts'
import type { Owners } from './owners.ts'

/** Whether tokens of an account count. `validSince` is whole seconds since 1970, as text. */
const accountShape = z.object({ validSince: z.coerce.number().default(0), disabled: z.boolean().default(false) })
const foundShape = z.object({ users: z.array(accountShape).default([]) })
type AccountState = z.infer<typeof accountShape>

export interface RevocableAccessOptions {
  /** Checks the tokens themselves. */
  readonly access: TokenAccess
  readonly call: CallProject
  readonly owners: Pick<Owners, 'has'>
  /** Count the lookups of each account, and of each network. */
  readonly lookups: { readonly byAccount: RateLimiter; readonly byAddress: RateLimiter<Address> }
  readonly log: Log
}

/**
 * Refuses revoked tokens and tokens of disabled or deleted accounts. Asks Firebase Authentication about the account each
 * time, as `verifyIdToken(token, true)` of its Admin SDK does. While Firebase refuses the shop itself, owners are refused:
 * nobody can say whether their tokens are revoked. Tokens of others count for their hour. The log has each reason once.
 *
 * A flood of requests with one token, or with many from one network, would use up the project's quota for lookups, which
 * owners need: RateLimitError.
 */
export function createRevocableAccess({ access, call, owners, lookups, log }: RevocableAccessOptions): Access {
  const logged = new Set<string>()

  async function find(visitor: Visitor): Promise<AccountState | 'unknown' | undefined> {
    try {
      return foundShape.parse(await call('accounts:lookup', { localId: [visitor.uid] })).users[0]
    } catch (cause) {
      if (!isShopRefused(cause)) throw new ShopError('storage-unavailable', problems.storageUnavailable, { cause })
      const { message } = cause
      if (!logged.has(message)) {
        log.error(
          { err: cause },
          'accounts cannot be looked up: owners are refused, and others stay signed in for an hour',
        )
      }
      logged.add(message)
      if (await owners.has(visitor)) throw new ShopError('storage-unavailable', problems.ownersNotChecked, { cause })
      return 'unknown'
    }
  }

  return {
    async identify(authorizationHeader, address) {
      const visitor = await access.identify(authorizationHeader)
      takeAll([
        [lookups.byAccount, visitor.uid],
        [lookups.byAddress, address],
      ])
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

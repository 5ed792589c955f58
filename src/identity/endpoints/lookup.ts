import { z } from 'zod'

import type { Account } from '../accounts.ts'
import { getAccountOf } from '../endpoint.ts'
import type { Service } from '../endpoint.ts'
import { optionalText, parseRequest, required } from '../request.ts'

const shape = z.object({ idToken: optionalText })

/**
 * `accounts:lookup`: the account that an ID token was given to. (identity-platform: REST, accounts.lookup)
 *
 * @throws IdentityError `MISSING_ID_TOKEN`, `INVALID_ID_TOKEN`, `USER_NOT_FOUND`.
 */
export async function lookup(service: Service, input: unknown) {
  const request = parseRequest(shape, input)
  const account = await getAccountOf(service, required(request.idToken, 'MISSING_ID_TOKEN'))
  return { kind: 'identitytoolkit#GetAccountInfoResponse', users: [toUserInfo(account)] }
}

/** The wire has milliseconds as text, but the last refresh as an ISO 8601 timestamp. */
function toUserInfo(account: Account) {
  return {
    localId: account.uid,
    createdAt: String(account.createdAt.getTime()),
    lastLoginAt: String(account.lastLoginAt.getTime()),
    lastRefreshAt: account.lastRefreshAt.toISOString(),
  }
}

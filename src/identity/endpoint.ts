import type { Account, Accounts } from './accounts.ts'
import { IdentityError } from './errors.ts'
import type { IdTokens } from './id-tokens.ts'

/** What endpoints work with. */
export interface Service {
  readonly projectId: string
  readonly accounts: Accounts
  readonly idTokens: IdTokens
}

/**
 * One wire method: from the request's fields, not yet checked, to the answer's.
 *
 * @throws IdentityError when the answer is no; anything else is a fault of ours.
 */
export type Endpoint = (service: Service, input: unknown) => Promise<object>

/**
 * The account that an ID token was given to.
 *
 * @throws IdentityError `INVALID_ID_TOKEN`, or `USER_NOT_FOUND` when it has been removed since.
 */
export async function getAccountOf(service: Service, idToken: string): Promise<Account> {
  const account = service.accounts.find(await service.idTokens.verify(idToken))
  if (account === undefined) throw new IdentityError('USER_NOT_FOUND')
  return account
}

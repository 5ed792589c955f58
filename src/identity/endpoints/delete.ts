import { z } from 'zod'

import { getAccountOf } from '../endpoint.ts'
import type { Service } from '../endpoint.ts'
import { optionalText, parseRequest, required } from '../request.ts'

const shape = z.object({ idToken: optionalText })

/**
 * `accounts:delete`: an account removes itself, and no refresh token of it is good any more.
 * (identity-platform: REST, accounts.delete)
 *
 * @throws IdentityError `MISSING_ID_TOKEN`, `INVALID_ID_TOKEN`, `USER_NOT_FOUND`.
 */
export async function deleteAccount(service: Service, input: unknown) {
  const request = parseRequest(shape, input)
  const account = await getAccountOf(service, required(request.idToken, 'MISSING_ID_TOKEN'))
  service.accounts.remove(account.uid)
  return { kind: 'identitytoolkit#DeleteAccountResponse' }
}

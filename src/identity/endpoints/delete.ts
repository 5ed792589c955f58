import { z } from 'zod'

import { getSignedIn } from '../endpoint.ts'
import type { Client, Service } from '../endpoint.ts'
import { optionalText, parseRequest, required } from '../request.ts'

const shape = z.object({ idToken: optionalText })

/**
 * `accounts:delete`: an account removes itself, and no refresh token of it is good any more.
 * (identity-platform: REST, accounts.delete)
 *
 * @throws IdentityError `MISSING_ID_TOKEN`, and what `getSignedIn` throws.
 */
export async function deleteAccount(service: Service, input: unknown, client: Client) {
  const request = parseRequest(shape, input)
  const { account } = await getSignedIn(service, required(request.idToken, 'MISSING_ID_TOKEN'))
  service.accounts.remove(account.uid)
  service.audit('account-removed', client, { uid: account.uid })
  return { kind: 'identitytoolkit#DeleteAccountResponse' }
}

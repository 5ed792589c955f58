import { z } from 'zod'

import { toUserInfo } from '../accounts/user-info.ts'
import { optionalText, parseRequest, required } from '../request.ts'
import { getSignedIn, type SignedInContext } from '../tokens/signed-in.ts'

const shape = z.object({ idToken: optionalText, tenantId: optionalText, targetProjectId: optionalText })

/**
 * `accounts:lookup`: the account of an ID token, never another one.
 * (identity-platform: REST, accounts.lookup)
 *
 * @throws IdentityError `MISSING_ID_TOKEN`, and as `getSignedIn`.
 */
export async function lookup(context: SignedInContext, input: unknown) {
  const request = parseRequest(shape, input)
  const { account } = await getSignedIn(context, required(request.idToken, 'MISSING_ID_TOKEN'))
  return { kind: 'identitytoolkit#GetAccountInfoResponse', users: [toUserInfo(account)] }
}

import { z } from 'zod'

import { toUserInfo } from '../accounts/user-info.ts'
import type { Caller } from '../application.ts'
import type { Uses } from '../context.ts'
import { optionalText, parseRequest, required } from '../request.ts'
import { getSignedIn, type SignedInContext } from '../tokens/signed-in.ts'

const shape = z.object({ idToken: optionalText, tenantId: optionalText, targetProjectId: optionalText })

/**
 * `accounts:lookup`: the account of an ID token, never another one.
 * (identity-platform: REST, accounts.lookup)
 *
 * The client calls it right after each sign-in, so it shows that the browser has the new device cookie.
 *
 * @throws IdentityError `MISSING_ID_TOKEN`, and as `getSignedIn`.
 */
export async function lookup(
  context: SignedInContext & Uses<'atomicallyInGroup' | 'devices'>,
  input: unknown,
  caller: Caller,
) {
  const request = parseRequest(shape, input)
  const { account } = await getSignedIn(context, required(request.idToken, 'MISSING_ID_TOKEN'))
  const { atomicallyInGroup, devices } = context
  if (devices.hasPrevious(caller)) await atomicallyInGroup(() => devices.endPrevious(caller))
  return { kind: 'identitytoolkit#GetAccountInfoResponse', users: [toUserInfo(account)] }
}

import { z } from 'zod'

import type { Caller } from '../caller.ts'
import { getSignedIn, getStillSignedIn } from '../context.ts'
import type { IdentityContext } from '../context.ts'
import { IdentityError } from '../errors.ts'
import { optionalText, parseRequest, refuseTenant, required } from '../request.ts'
import { isRefreshToken } from '../tokens/secrets.ts'

const shape = z.object({
  idToken: optionalText,
  providerId: optionalText,
  token: optionalText,
  tokenType: z.enum(['TOKEN_TYPE_UNSPECIFIED', 'REFRESH_TOKEN', 'ACCESS_TOKEN', 'CODE']).nullish(),
  tenantId: optionalText,
})

/**
 * `accounts:revokeToken`: ends a session by its refresh token, one of the same account's.
 * (identity-platform: REST, v2 accounts.revokeToken)
 *
 * Firebase passes a token of Apple's on to Apple. No other provider's token is kept here, and to answer that one has been
 * revoked that goes on being good would be worse than to refuse.
 *
 * @throws IdentityError `MISSING_ID_TOKEN`, `MISSING_TOKEN`, `INVALID_PROVIDER_ID` for a token that is no refresh token of
 * this service, and what `getSignedIn` throws; RateLimitError.
 */
export async function revokeToken(context: IdentityContext, input: unknown, caller: Caller) {
  const request = parseRequest(shape, input)
  refuseTenant(request)
  const idToken = required(request.idToken, 'MISSING_ID_TOKEN')
  const token = required(request.token, 'MISSING_TOKEN')
  const signedIn = await getSignedIn(context, idToken)
  context.throttle.changeAccount(signedIn.account.uid)
  if (!isRefreshToken(token)) throw new IdentityError('INVALID_PROVIDER_ID')
  const { uid } = signedIn.account
  const hasEnded = await context.atomicallyInGroup(() => {
    getStillSignedIn(context, signedIn.token)
    // One that is not there any more has been revoked. (RFC 7009, 2.2)
    const isTheirs = context.sessions.find(token)?.uid === uid
    if (isTheirs) context.sessions.end(token)
    return isTheirs
  })
  if (hasEnded) context.audit('tokens-revoked', caller, { uid })
  return {}
}

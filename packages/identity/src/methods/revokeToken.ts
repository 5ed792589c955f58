import { z } from 'zod'

import type { Caller } from '../application.ts'
import type { Uses } from '../context.ts'
import { IdentityError } from '../errors.ts'
import { optionalText, parseRequest, required } from '../request.ts'
import { isRefreshToken } from '../tokens/secrets.ts'
import { getSignedIn, getStillSignedIn, type SignedInContext } from '../tokens/signed-in.ts'

type Context = SignedInContext & Uses<'atomicallyInGroup' | 'attemptLimits' | 'audit' | 'sessions'>

const shape = z.object({
  idToken: optionalText,
  providerId: optionalText,
  token: optionalText,
  tokenType: z.enum(['TOKEN_TYPE_UNSPECIFIED', 'REFRESH_TOKEN', 'ACCESS_TOKEN', 'CODE']).nullish(),
  tenantId: optionalText,
})

/**
 * `accounts:revokeToken`: ends a session of the account by its refresh token.
 * (identity-platform: REST, v2 accounts.revokeToken)
 *
 * Firebase forwards Apple's tokens to Apple. Other providers' tokens are not stored here, and refusing is better than
 * reporting a token as revoked that stays valid.
 *
 * @throws IdentityError `MISSING_ID_TOKEN`, `MISSING_TOKEN`, `INVALID_PROVIDER_ID` if it is not a refresh token of
 * this service, and as `getSignedIn`; RateLimitError.
 */
export async function revokeToken(context: Context, input: unknown, caller: Caller) {
  const request = parseRequest(shape, input)
  const idToken = required(request.idToken, 'MISSING_ID_TOKEN')
  const token = required(request.token, 'MISSING_TOKEN')
  const signedIn = await getSignedIn(context, idToken)
  context.attemptLimits.changeAccount(signedIn.account.uid)
  if (!isRefreshToken(token)) throw new IdentityError('INVALID_PROVIDER_ID')
  const { uid } = signedIn.account
  const hasEnded = await context.atomicallyInGroup(() => {
    getStillSignedIn(context, signedIn.token)
    // An unknown token counts as revoked. (RFC 7009, 2.2)
    const isTheirs = context.sessions.find(token)?.uid === uid
    if (isTheirs) context.sessions.end(token)
    return isTheirs
  })
  if (hasEnded) context.audit('tokens-revoked', caller, { uid })
  return {}
}

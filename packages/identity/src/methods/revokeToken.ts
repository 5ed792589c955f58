import { z } from 'zod'

import type { Client } from '../caller.ts'
import { getSignedIn, getStillSignedIn } from '../context.ts'
import type { Service } from '../context.ts'
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
 * this service, and what `getSignedIn` throws; ShopError `too-many-requests`.
 */
export async function revokeToken(service: Service, input: unknown, client: Client) {
  const request = parseRequest(shape, input)
  refuseTenant(request)
  const idToken = required(request.idToken, 'MISSING_ID_TOKEN')
  const token = required(request.token, 'MISSING_TOKEN')
  const signedIn = await getSignedIn(service, idToken)
  service.throttle.change(signedIn.account.uid)
  if (!isRefreshToken(token)) throw new IdentityError('INVALID_PROVIDER_ID')
  const { uid } = signedIn.account
  const hasEnded = await service.atomicallyInGroup(() => {
    getStillSignedIn(service, signedIn.token)
    // One that is not there any more has been revoked. (RFC 7009, 2.2)
    const isTheirs = service.sessions.find(token)?.uid === uid
    if (isTheirs) service.sessions.end(token)
    return isTheirs
  })
  if (hasEnded) service.audit('tokens-revoked', client, { uid })
  return {}
}

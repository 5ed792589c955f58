import { errors } from 'jose'
import { z } from 'zod'

import { IdentityError } from '../errors.ts'
import type { SigningKeys } from '../tokens/signing-keys.ts'
import { toProviderUser, type ProviderUser } from './provider-user.ts'

/** As most ID tokens: enough time to find a password and sign in with it. */
const lifetimeSeconds = 3600

const claimsShape = z.object({ provider: z.string().min(1), claims: z.record(z.string(), z.unknown()) })

/**
 * A pending token stands for a valid credential that could not be used yet. The client keeps it because it has no nonce any
 * more, and the provider's token may be valid only once. It contains the provider's user, signed by us.
 */
export function createPendingTokens(keys: SigningKeys, projectId: string, now: () => Date) {
  // Not the issuer or audience of ID tokens and custom tokens, which the same key signs.
  const issuer = `shop:${projectId}`
  const audience = `${issuer}:pending-credential`
  return {
    issue({ providerId, claims }: ProviderUser): Promise<string> {
      const iat = Math.floor(now().getTime() / 1000)
      return keys.sign({ provider: providerId, claims, iss: issuer, aud: audience, iat, exp: iat + lifetimeSeconds })
    },
    /** @throws IdentityError `INVALID_PENDING_TOKEN` if it is forged, expired or of another project. */
    async verify(token: string): Promise<ProviderUser> {
      try {
        const { provider, claims } = claimsShape.parse(await keys.verify(token, { issuer, audience }))
        return toProviderUser(provider, claims)
      } catch (error) {
        if (!(error instanceof errors.JOSEError) && !(error instanceof z.ZodError)) throw error
        throw new IdentityError('INVALID_PENDING_TOKEN', undefined, { cause: error })
      }
    },
  }
}

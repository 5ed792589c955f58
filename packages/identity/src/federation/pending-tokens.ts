import { SignJWT, errors, jwtVerify } from 'jose'
import { z } from 'zod'

import { IdentityError } from '../errors.ts'
import type { SigningKeys } from '../tokens/signing-keys.ts'
import { toProviderUser, type ProviderUser } from './provider-user.ts'

/** As most ID tokens: enough time to find a password and sign in with it. */
const lifetimeSeconds = 3600

/**
 * A pending token stands for a valid credential that could not be used yet. The client keeps it because it has no nonce any
 * more, and the provider's token may be valid only once. It contains the provider's user, signed by us.
 */
export interface PendingTokens {
  issue(user: ProviderUser): Promise<string>
  /** @throws IdentityError `INVALID_PENDING_TOKEN` if it is forged, expired or of another project. */
  verify(token: string): Promise<ProviderUser>
}

const claimsShape = z.object({ provider: z.string().min(1), claims: z.record(z.string(), z.unknown()) })

export function createPendingTokens(keys: SigningKeys, projectId: string, now: () => Date): PendingTokens {
  // Not the issuer or audience of ID tokens and custom tokens, which the same key signs.
  const issuer = `shop:${projectId}`
  const audience = `${issuer}:pending-credential`
  return {
    async issue({ providerId, claims }) {
      const { kid, privateKey } = await keys.current()
      const issuedAt = now()
      return new SignJWT({ provider: providerId, claims })
        .setProtectedHeader({ alg: 'RS256', kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(issuedAt)
        .setExpirationTime(new Date(issuedAt.getTime() + lifetimeSeconds * 1000))
        .sign(privateKey)
    },
    async verify(token) {
      const rules = { algorithms: ['RS256'], issuer, audience, requiredClaims: ['exp'], currentDate: now() }
      try {
        const { provider, claims } = claimsShape.parse((await jwtVerify(token, keys.keySet, rules)).payload)
        return toProviderUser(provider, claims)
      } catch (error) {
        if (!(error instanceof errors.JOSEError) && !(error instanceof z.ZodError)) throw error
        throw new IdentityError('INVALID_PENDING_TOKEN', undefined, { cause: error })
      }
    },
  }
}

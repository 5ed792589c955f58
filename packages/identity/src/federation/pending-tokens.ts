import { SignJWT, errors, jwtVerify } from 'jose'
import { z } from 'zod'

import { IdentityError } from '../errors.ts'
import type { SigningKeys } from '../tokens/signing-keys.ts'
import { toProviderUser } from './provider-user.ts'
import type { ProviderUser } from './provider-user.ts'

/** As long as most ID tokens: time to find a password and sign in with it. */
const lifetimeSeconds = 3600

/**
 * What the client keeps of a credential that was good but could not be used yet: it has no nonce any more, and the
 * provider's token may be good only once. A pending token says whose credential it was, in our own words.
 */
export interface PendingTokens {
  issue(user: ProviderUser): Promise<string>
  /** @throws IdentityError `INVALID_PENDING_TOKEN` for one that is forged, expired or of another project. */
  verify(token: string): Promise<ProviderUser>
}

const claimsShape = z.object({ provider: z.string().min(1), claims: z.record(z.string(), z.unknown()) })

export function createPendingTokens(keys: SigningKeys, projectId: string, now: () => Date): PendingTokens {
  // Neither issuer nor audience of an ID token or a custom token, which the same key signs.
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

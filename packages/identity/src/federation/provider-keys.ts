import { boundedFetch } from '@stockinette/key-set/bounded-fetch.ts'
import { createRemoteJwks, type JwksSource } from '@stockinette/key-set/remote-jwks.ts'
import { errors, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'

import { ServiceError } from '../errors.ts'
import { requireSafe } from './safe-address.ts'

const metadataShape = z.object({ issuer: z.string(), jwks_uri: z.string() })

/**
 * A provider's published keys, found through its discovery document (OpenID Connect Discovery, 4).
 *
 * Throws jose's own errors if no key matches a token, and ServiceError `provider-unavailable` if the keys cannot be loaded.
 */
export function createProviderKeys(issuer: string, now: () => Date): JWTVerifyGetKey {
  const keySet = createRemoteJwks(() => discover(issuer), now)
  return async (header, token) => {
    try {
      return await keySet(header, token)
    } catch (error) {
      if (isAboutToken(error)) throw error
      throw new ServiceError('provider-unavailable', 'The sign-in provider cannot be reached right now.', {
        cause: error,
      })
    }
  }
}

async function discover(issuer: string): Promise<JwksSource> {
  const { text, maxAgeSeconds } = await boundedFetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  const metadata = metadataShape.parse(JSON.parse(text))
  // Discovery, 4.3: otherwise one provider could impersonate another.
  if (metadata.issuer !== issuer) throw new Error(`${issuer} says that it is ${metadata.issuer}`)
  return { url: requireSafe(metadata.jwks_uri, issuer), maxAgeSeconds }
}

function isAboutToken(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  )
}

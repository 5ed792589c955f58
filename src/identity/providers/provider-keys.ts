import { createRemoteJWKSet, customFetch, errors } from 'jose'
import type { JWTVerifyGetKey } from 'jose'
import { z } from 'zod'

import { ShopError } from '../../domain/errors.ts'
import { problems } from '../../domain/messages.ts'
import { boundedFetch } from './bounded-fetch.ts'

/**
 * For how long published keys are believed: as long as the provider says, but never so short that every token of a
 * stranger would have us ask the provider, nor so long that a key which was withdrawn would stay good.
 */
const keptSeconds = { least: 60, usual: 10 * 60, most: 24 * 60 * 60 }

const metadataShape = z.object({ issuer: z.string(), jwks_uri: z.string() })

interface Keys {
  readonly keySet: JWTVerifyGetKey
  readonly keptSeconds: number
}

/**
 * The keys that a provider has published, through its discovery document (OpenID Connect Discovery, 4). A token whose
 * key is not among them has them fetched again, every 30 seconds at most.
 *
 * Throws jose's own errors when no key fits a token, and ShopError `storage-unavailable` when keys cannot be had.
 */
export function createProviderKeys(issuer: string, now: () => Date): JWTVerifyGetKey {
  let kept: { keys: Promise<Keys>; until: number } | undefined
  /** Those who ask while keys are being fetched wait for the same ones. */
  const getKeys = (): Promise<Keys> => {
    if (kept !== undefined && kept.until > now().getTime()) return kept.keys
    const mine = { keys: fetchKeys(issuer), until: Infinity }
    kept = mine
    mine.keys.then(
      (keys) => (mine.until = now().getTime() + keys.keptSeconds * 1000),
      () => (mine.until = 0),
    )
    return mine.keys
  }
  return async (header, token) => {
    try {
      const { keySet } = await getKeys()
      return await keySet(header, token)
    } catch (error) {
      if (isAboutToken(error)) throw error
      throw new ShopError('storage-unavailable', problems.providerUnavailable, { cause: error })
    }
  }
}

async function fetchKeys(issuer: string): Promise<Keys> {
  const discovery = await boundedFetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  const metadata = metadataShape.parse(JSON.parse(discovery.text))
  // Discovery, 4.3: or one provider could speak for another.
  if (metadata.issuer !== issuer) throw new Error(`${issuer} says that it is ${metadata.issuer}`)
  const maxAges = [discovery.maxAgeSeconds]
  const keySet = createRemoteJWKSet(new URL(requireSafe(metadata.jwks_uri, issuer)), {
    cacheMaxAge: Infinity,
    [customFetch]: async (url, { signal }) => {
      const { text, maxAgeSeconds } = await boundedFetch(url, signal)
      maxAges.push(maxAgeSeconds)
      return new Response(text)
    },
  })
  await keySet.reload()
  const seconds = Math.min(...maxAges.map((maxAge) => maxAge ?? keptSeconds.usual))
  return { keySet, keptSeconds: Math.min(Math.max(seconds, keptSeconds.least), keptSeconds.most) }
}

/** A provider on https keeps its keys on https; which issuers may do without is for the configuration to say. */
function requireSafe(jwksUri: string, issuer: string): string {
  const { protocol, origin } = new URL(jwksUri)
  if (protocol !== 'https:' && origin !== new URL(issuer).origin) throw new Error(`${jwksUri} is not safe to read`)
  return jwksUri
}

function isAboutToken(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  )
}

import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose'

import { boundedFetch } from './bounded-fetch.ts'

/**
 * How long keys are cached: as long as the publisher's headers say, within these bounds. The minimum keeps strangers'
 * tokens from causing a fetch each; the maximum limits how long a withdrawn key is still accepted.
 */
const cacheSeconds = { min: 60, default: 10 * 60, max: 24 * 60 * 60 }

/** Where keys are published. */
export interface JwksSource {
  /** The address of a JSON Web Key Set (RFC 7517, 5). */
  readonly url: string
  /** How long the address stays valid; `undefined` when the publisher did not say. */
  readonly maxAgeSeconds: number | undefined
}

interface FetchedKeys {
  readonly keySet: JWTVerifyGetKey
  readonly cacheSeconds: number
}

/**
 * Public keys from another server: fetched on first use and cached for as long as the response headers allow. A token
 * signed with an unknown key triggers another fetch, at most every 30 seconds.
 *
 * Rejects with jose's own errors when no key fits a token, and with any other error when the keys cannot be fetched.
 *
 * @param locate called before each fetch.
 */
export function createRemoteJwks(locate: () => Promise<JwksSource>, now: () => Date): JWTVerifyGetKey {
  let cached: { keys: Promise<FetchedKeys>; expiresAt: number } | undefined
  /** Callers share a fetch that is under way. */
  const getKeys = (): Promise<FetchedKeys> => {
    if (cached !== undefined && cached.expiresAt > now().getTime()) return cached.keys
    const entry = { keys: locate().then(fetchKeys), expiresAt: Infinity }
    cached = entry
    entry.keys.then(
      (keys) => (entry.expiresAt = now().getTime() + keys.cacheSeconds * 1000),
      () => (entry.expiresAt = 0),
    )
    return entry.keys
  }
  return async (header, token) => {
    const { keySet } = await getKeys()
    return keySet(header, token)
  }
}

async function fetchKeys(source: JwksSource): Promise<FetchedKeys> {
  const maxAges = [source.maxAgeSeconds]
  const keySet = createRemoteJWKSet(new URL(source.url), {
    cacheMaxAge: Infinity,
    [customFetch]: async (url, { signal }) => {
      const { text, maxAgeSeconds } = await boundedFetch(url, signal)
      maxAges.push(maxAgeSeconds)
      return new Response(text)
    },
  })
  await keySet.reload()
  const seconds = Math.min(...maxAges.map((maxAge) => maxAge ?? cacheSeconds.default))
  return { keySet, cacheSeconds: Math.min(Math.max(seconds, cacheSeconds.min), cacheSeconds.max) }
}

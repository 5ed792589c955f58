import { createRemoteJWKSet, customFetch } from 'jose'
import type { JWTVerifyGetKey } from 'jose'

import { boundedFetch } from './bounded-fetch.ts'

/**
 * For how long published keys are believed: as long as whoever publishes them says, but never so short that every token
 * of a stranger would have us ask again, nor so long that a key which was withdrawn would stay good.
 */
const keptSeconds = { least: 60, usual: 10 * 60, most: 24 * 60 * 60 }

/** Where keys are published. */
export interface KeySource {
  /** Of a JSON Web Key Set (RFC 7517, 5). */
  readonly url: string
  /** For how long they are there; `undefined` when nothing was said of it. */
  readonly maxAgeSeconds: number | undefined
}

interface Keys {
  readonly keySet: JWTVerifyGetKey
  readonly keptSeconds: number
}

/**
 * The keys that somebody publishes, fetched when they are first needed and kept for as long as the answer's headers say.
 * A token whose key is not among them has them fetched again, every 30 seconds at most.
 *
 * Throws jose's own errors when no key fits a token, and any other when keys cannot be had.
 *
 * @param locate asked whenever they are fetched.
 */
export function createPublishedKeys(locate: () => Promise<KeySource>, now: () => Date): JWTVerifyGetKey {
  let kept: { keys: Promise<Keys>; until: number } | undefined
  /** Those who ask while keys are being fetched wait for the same ones. */
  const getKeys = (): Promise<Keys> => {
    if (kept !== undefined && kept.until > now().getTime()) return kept.keys
    const mine = { keys: locate().then(fetchKeys), until: Infinity }
    kept = mine
    mine.keys.then(
      (keys) => (mine.until = now().getTime() + keys.keptSeconds * 1000),
      () => (mine.until = 0),
    )
    return mine.keys
  }
  return async (header, token) => {
    const { keySet } = await getKeys()
    return keySet(header, token)
  }
}

async function fetchKeys({ url: source, maxAgeSeconds: ofSource }: KeySource): Promise<Keys> {
  const maxAges = [ofSource]
  const keySet = createRemoteJWKSet(new URL(source), {
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

import { readAtMost } from '@stockinette/bounded-read/bounded-read.ts'
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose'

/** Metadata and keys are a few kilobytes; a larger response is refused. */
const maxBytes = 256 * 1024

const cacheMs = 600_000

/**
 * Public keys from another server (RFC 7517, 5): fetched on first use, and again after ten minutes. A token signed with an
 * unknown key triggers another fetch, at most every 30 seconds. A fetch ends after five seconds; redirects are errors.
 *
 * Rejects with jose's own errors when no key fits a token, and with any other error when the keys cannot be fetched.
 *
 * @param now a monotonic clock, in milliseconds.
 */
export function createRemoteKeySet(url: string, now = () => performance.now()): JWTVerifyGetKey {
  const open = () => createRemoteJWKSet(new URL(url), { [customFetch]: boundedFetch, cacheMaxAge: cacheMs })
  let keys = open()
  let openedAt = now()
  return (header, token) => {
    // jose measures with the wall clock alone: after it was ahead, even an unknown key would not be fetched until that time.
    if (now() - openedAt >= cacheMs) [keys, openedAt] = [open(), now()]
    return keys(header, token)
  }
}

/** As `fetch`. Rejects with TooManyBytesError when the response is larger than 256 KB. */
export async function boundedFetch(url: string, init: object): Promise<Response> {
  const response = await fetch(url, init)
  return new Response(response.body && (await readAtMost(response.body, maxBytes)), response)
}

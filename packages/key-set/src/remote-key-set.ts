import { readAtMost } from '@stockinette/bounded-read/bounded-read.ts'
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose'

/** Metadata and keys are a few kilobytes; a larger response is refused. */
const maxBytes = 256 * 1024

/**
 * Public keys from another server (RFC 7517, 5): fetched on first use, and again after ten minutes. A token signed with an
 * unknown key triggers another fetch, at most every 30 seconds. A fetch ends after five seconds; redirects are errors.
 *
 * Rejects with jose's own errors when no key fits a token, and with any other error when the keys cannot be fetched.
 */
export function createRemoteKeySet(url: string): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(url), { [customFetch]: boundedFetch })
}

/** As `fetch`. Rejects with TooManyBytesError when the response is larger than 256 KB. */
export async function boundedFetch(url: string, init: object): Promise<Response> {
  const response = await fetch(url, init)
  return new Response(response.body && (await readAtMost(response.body, maxBytes)), response)
}

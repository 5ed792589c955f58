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

/** As `fetch`, but reading the body fails when it is larger than 256 KB. */
export async function boundedFetch(url: string, init: object): Promise<Response> {
  const response = await fetch(url, init)
  let bytes = 0
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > maxBytes) throw new Error(`${url} is larger than ${maxBytes} bytes`)
      controller.enqueue(chunk)
    },
  })
  return new Response(response.body?.pipeThrough(bound) ?? null, response)
}

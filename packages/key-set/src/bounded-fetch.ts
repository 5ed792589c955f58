/** Metadata and keys are a few kilobytes; a larger response is refused. */
const maxBytes = 256 * 1024

const timeoutMs = 5_000

/** A document, and how long it may be cached. */
export interface Fetched {
  readonly text: string
  /** `undefined` when the response does not say. */
  readonly maxAgeSeconds: number | undefined
}

/**
 * Fetches a document of limited size within five seconds. Redirects are errors.
 *
 * @param signal aborts the request earlier.
 * @throws Error when the request fails, or the status is not 200.
 */
export async function boundedFetch(url: string, signal?: AbortSignal): Promise<Fetched> {
  const response = await fetch(url, {
    headers: { Accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal === undefined ? [] : [signal])]),
  })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new Error(`${url} answered ${response.status}`)
  }
  return { text: await readBounded(response, url), maxAgeSeconds: readMaxAge(response.headers.get('Cache-Control')) }
}

async function readBounded(response: Response, url: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new Error(`${url} is larger than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** How long a response may be cached. (RFC 9111, 5.2.2) */
function readMaxAge(cacheControl: string | null): number | undefined {
  const directives = (cacheControl ?? '').toLowerCase().split(',')
  const names = directives.map((directive) => directive.trim())
  if (names.some((name) => name === 'no-store' || name === 'no-cache')) return 0
  const [seconds] = names.flatMap((name) => /^max-age="?(\d{1,10})"?$/.exec(name)?.[1] ?? [])
  return seconds === undefined ? undefined : Number(seconds)
}

/** Documents of providers are a few kilobytes; whatever is larger is none. */
const maxBytes = 256 * 1024

const timeoutMs = 5_000

/** A document, and for how long its sender says that it stays as it is. */
export interface Fetched {
  readonly text: string
  /** `undefined` when the answer says nothing. */
  readonly maxAgeSeconds: number | undefined
}

/**
 * Fetches a document of bounded size within five seconds, and follows no redirect.
 *
 * @param signal ends it earlier.
 * @throws Error when there is none to be had.
 */
export async function boundedFetch(url: string, signal?: AbortSignal): Promise<Fetched> {
  const answer = await fetch(url, {
    headers: { Accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal === undefined ? [] : [signal])]),
  })
  if (answer.status !== 200) {
    await answer.body?.cancel()
    throw new Error(`${url} answered ${answer.status}`)
  }
  return { text: await readBounded(answer, url), maxAgeSeconds: readMaxAge(answer.headers.get('Cache-Control')) }
}

async function readBounded(answer: Response, url: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new Error(`${url} is larger than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** RFC 9111, 5.2.2: how long an answer may be kept. */
function readMaxAge(cacheControl: string | null): number | undefined {
  const directives = (cacheControl ?? '').toLowerCase().split(',')
  const names = directives.map((directive) => directive.trim())
  if (names.some((name) => name === 'no-store' || name === 'no-cache')) return 0
  const [seconds] = names.flatMap((name) => /^max-age="?(\d{1,10})"?$/.exec(name)?.[1] ?? [])
  return seconds === undefined ? undefined : Number(seconds)
}

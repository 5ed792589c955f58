import { request as requestHttp } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'

/** As WhatsApp's crawler asks. What it is answered is measured as it is, not compressed. */
export const crawlerHeaders = { 'User-Agent': 'WhatsApp/2', Accept: '*/*', 'Accept-Encoding': 'identity' }

/** Where the shop is. */
export interface ShopPlace {
  /** Its public address, without a slash at its end. */
  readonly origin: string
  /** Where it listens on this machine, to be asked there as its proxy would; without it, it is asked at its public address. */
  readonly listener?: { readonly host: string; readonly port: number } | undefined
}

/** An answer whose body is still to be read; reading it fails with `signal`'s reason when the time is up. */
export interface Asked {
  readonly body: IncomingMessage
  readonly signal: AbortSignal
}

/**
 * Asks the shop for one of its own addresses, as WhatsApp does, following nothing. Only for addresses of the shop's own
 * origin: any other one that somebody typed goes through `fetchPicture`.
 *
 * @throws Error of Node's when there is no answer, or none in time.
 */
export async function askShop(url: URL, place: ShopPlace, patienceMs: number): Promise<Asked> {
  if (url.origin !== place.origin) throw new Error(`${url.href} is not the shop’s.`)
  const signal = AbortSignal.timeout(patienceMs)
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const { listener } = place
  const options = {
    agent: false,
    signal,
    path: url.pathname + url.search,
    headers: { ...crawlerHeaders, ...forwarded(url, listener) },
  }
  const request =
    listener !== undefined
      ? requestHttp({ ...options, ...listener })
      : (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options)
  request.once('response', resolve).on('error', reject).end()
  return { body: await promise, signal }
}

/** What a proxy says of the request that it hands on. */
function forwarded(url: URL, listener: ShopPlace['listener']): Record<string, string> {
  if (listener === undefined) return {}
  const protocol = url.protocol.slice(0, -1)
  return {
    Host: url.host,
    'X-Forwarded-For': '127.0.0.1',
    'X-Forwarded-Host': url.host,
    'X-Forwarded-Proto': protocol,
  }
}

/**
 * An answer's first bytes: up to `maxBytes`, and one more when there are more. The rest is not read.
 *
 * @throws as the answer's stream does; the signal's reason when the time is up.
 */
export async function readUpTo({ body, signal }: Asked, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size > maxBytes) break
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    body.destroy()
  }
  return Buffer.concat(chunks).subarray(0, maxBytes + 1)
}

/** Whether there was no answer in time: somewhere among its causes, the error is of an `AbortSignal.timeout`. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && (error.name === 'TimeoutError' || isTimeout(error.cause))
}

/** Node's own words for why there is no answer, such as `getaddrinfo ENOTFOUND shop.example`. */
export function reasonOf(error: unknown): string {
  if (isTimeout(error)) return 'no answer in time'
  const { message, errors } = error as Error & { errors?: readonly Error[] }
  return message || (errors?.map((each) => each.message).join(', ') ?? String(error))
}

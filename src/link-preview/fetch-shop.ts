import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'

import { readStart } from '@stockinette/bounded-read/bounded-read.ts'

/** Headers like those of WhatsApp's crawler. Uncompressed, so that the real size is measured. */
export const crawlerHeaders = { 'User-Agent': 'WhatsApp/2', Accept: '*/*', 'Accept-Encoding': 'identity' }

/** How to reach the shop. */
export interface ShopAddress {
  /** Its public origin, without a trailing slash. */
  readonly origin: string
  /**
   * Where it listens on this machine, for requests like those of its proxy; if omitted, requests go to the public
   * origin.
   */
  readonly listener?: { readonly host: string; readonly port: number } | undefined
}

/** A response with an unread body. Reading fails with `signal`'s reason on timeout. */
export interface PendingResponse {
  readonly body: IncomingMessage
  readonly signal: AbortSignal
}

/**
 * Requests a page or image of the shop as WhatsApp does, without following redirects. Only for URLs of the shop's own
 * origin: any URL that a user typed goes through `fetchImage`.
 *
 * @throws Error of Node's when there is no response in time.
 */
export async function requestShop(url: URL, shop: ShopAddress, timeoutMs: number): Promise<PendingResponse> {
  if (url.origin !== shop.origin) throw new Error(`${url.href} is not a URL of the shop.`)
  const signal = AbortSignal.timeout(timeoutMs)
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const { listener } = shop
  const options = {
    agent: false,
    signal,
    path: url.pathname + url.search,
    headers: { ...crawlerHeaders, ...forwardedHeaders(url, listener) },
  }
  const request =
    listener !== undefined
      ? requestHttp({ ...options, ...listener })
      : (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options)
  request.once('response', resolve).on('error', reject).end()
  return { body: await promise, signal }
}

/** Headers that a proxy adds to a forwarded request. */
function forwardedHeaders(url: URL, listener: ShopAddress['listener']): Record<string, string> {
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
 * The first `maxBytes` bytes of a response, and one more if there are more. The rest is not read.
 *
 * @throws errors of the response stream; the signal's reason on timeout.
 */
export async function readUpTo({ body, signal }: PendingResponse, maxBytes: number): Promise<Buffer> {
  try {
    return await readStart(body, maxBytes)
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  }
}

/** Whether a request timed out: the error or one of its causes comes from an `AbortSignal.timeout`. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && (error.name === 'TimeoutError' || isTimeout(error.cause))
}

/** Node's description of a network error, such as `getaddrinfo ENOTFOUND shop.example`. */
export function describeNetworkError(error: unknown): string {
  if (isTimeout(error)) return 'no answer in time'
  const { message, errors } = error as Error & { errors?: readonly Error[] }
  return message || (errors?.map((each) => each.message).join(', ') ?? String(error))
}

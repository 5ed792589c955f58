import { readStart } from '@stockinette/bounded-read/bounded-read.ts'

import { connect } from '../photos/remote-copy/fetch-image.ts'

/** Headers like those of WhatsApp's crawler. Uncompressed, so that the real size is measured. */
export const crawlerHeaders = { 'User-Agent': 'WhatsApp/2', Accept: '*/*', 'Accept-Encoding': 'identity' }

/** How to reach the shop. */
export interface ShopAddress {
  /** Its public origin, without a trailing slash. */
  readonly origin: string
  /** Where it listens on this machine; if omitted, requests go to the public origin. */
  readonly listener?: { readonly host: string; readonly port: number } | undefined
}

/** A response with an unread body. Reading fails with `signal`'s reason on timeout. */
export type PendingResponse = Awaited<ReturnType<typeof requestShop>>

/**
 * Requests a page or image of the shop as WhatsApp does, without following redirects. Only for URLs of the shop's own
 * origin: any URL that a user typed goes through `fetchImage`.
 *
 * @throws Error of Node's when there is no response in time.
 */
export async function requestShop(url: URL, shop: ShopAddress, timeoutMs: number) {
  if (url.origin !== shop.origin) throw new Error(`${url.href} is not a URL of the shop.`)
  const signal = AbortSignal.timeout(timeoutMs)
  const { listener } = shop
  const options = { signal, headers: crawlerHeaders, ...(listener && { ...listener, isTls: false }) }
  return { body: await connect(url, options), signal }
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

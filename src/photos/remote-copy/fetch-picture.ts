import { request as requestHttp } from 'node:http'
import type { IncomingMessage, RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'

import { ShopError } from '../../domain/errors.ts'
import { pictureCopy } from '../../messages/messages.ts'
import { isPublicAddress, resolveHost } from './public-address.ts'

/** What may be fetched. Tests may also reach servers of this machine. */
export interface FetchRules {
  readonly isAddressAllowed: (address: string) => boolean
  /** Of a port as it stands in a URL: empty when it is the scheme's own. */
  readonly isPortAllowed: (port: string) => boolean
  readonly resolve: (host: string) => Promise<readonly string[]>
  /** For everything together: names, redirects and the body. */
  readonly timeoutMs: number
  /** The certificate authorities that are believed; Node's own if left out. */
  readonly ca?: string
  /** Headers of each request, in place of the shop's own or beside them. */
  readonly headers?: Readonly<Record<string, string>>
}

export const publicWeb: FetchRules = {
  isAddressAllowed: isPublicAddress,
  isPortAllowed: (port) => port === '',
  resolve: resolveHost,
  timeoutMs: 15_000,
}

const maxRedirects = 3

/** A picture elsewhere on the web, as it comes. Reading it fails with `signal`'s reason when the time is up. */
export interface FetchedPicture {
  readonly body: IncomingMessage
  readonly signal: AbortSignal
}

/**
 * Asks for a picture at an address that somebody typed, without being made to ask this machine or its network
 * (OWASP, Server-Side Request Forgery Prevention): a host's name is resolved once, each of its addresses is checked, and
 * one of those is connected to, so that a name that means something else a moment later changes nothing. The same holds
 * for every redirect.
 *
 * @param ended gives it up.
 * @throws ShopError `picture-not-copied`.
 */
export async function fetchPicture(
  address: string,
  rules: FetchRules = publicWeb,
  ended?: AbortSignal,
): Promise<FetchedPicture> {
  const signal = AbortSignal.any([AbortSignal.timeout(rules.timeoutMs), ...(ended ? [ended] : [])])
  let url = checkUrl(address, undefined, rules)
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const answer = await ask(url, rules, signal)
    const { statusCode = 0, headers } = answer
    if (statusCode === 200) return { body: answer, signal }
    answer.destroy()
    const isRedirect = statusCode >= 300 && statusCode < 400 && headers.location !== undefined
    if (!isRedirect) throw notCopied(pictureCopy.unreachable)
    url = checkUrl(headers.location ?? '', url, rules)
  }
  throw notCopied(pictureCopy.tooManyRedirects)
}

function notCopied(message: string, cause?: unknown): ShopError {
  return new ShopError('picture-not-copied', message, { cause })
}

/** Why a picture, or the rest of it, does not come. Its `cause` tells a timeout from everything else. */
export function notArrived(signal: AbortSignal, error: unknown): ShopError {
  return signal.aborted ? notCopied(pictureCopy.tooSlow, signal.reason) : notCopied(pictureCopy.unreachable, error)
}

function checkUrl(text: string, base: URL | undefined, { isPortAllowed }: FetchRules): URL {
  const url = URL.parse(text, base)
  const isGood =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    isPortAllowed(url.port)
  if (!isGood) throw notCopied(pictureCopy.badAddress)
  return url
}

/** @returns the answer's head; its body is still to be read. */
async function ask(url: URL, rules: FetchRules, signal: AbortSignal): Promise<IncomingMessage> {
  try {
    const address = await allowedAddress(url.hostname, rules, signal)
    const { ca, headers } = rules
    return await send(url, { host: address, signal, ...(headers && { headers }), ...(ca !== undefined && { ca }) })
  } catch (error) {
    if (error instanceof ShopError) throw error
    throw notArrived(signal, error)
  }
}

/** One address that a name has now. A name of which any address is refused is refused: what it means is not settled. */
async function allowedAddress(hostname: string, { resolve, isAddressAllowed }: FetchRules, signal: AbortSignal) {
  const addresses = await Promise.race([resolve(hostname), aborted(signal)])
  const [first] = addresses
  if (first === undefined || !addresses.every(isAddressAllowed)) throw notCopied(pictureCopy.notPublic)
  return first
}

async function aborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  return promise
}

type Connection = Pick<RequestOptions, 'host' | 'signal'> & Pick<FetchRules, 'ca' | 'headers'>

/** Connects to `host`, an IP address; the server is told, and has to prove with its certificate, the name of the URL. */
async function send(url: URL, { headers, ...options }: Connection): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const isTls = url.protocol === 'https:'
  const name = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const request = (isTls ? requestHttps : requestHttp)({
    ...options,
    agent: false,
    port: url.port === '' ? (isTls ? 443 : 80) : url.port,
    path: url.pathname + url.search,
    headers: { Accept: 'image/avif,image/webp,image/*', 'Accept-Encoding': 'identity', ...headers, Host: url.host },
    ...(isTls && isIP(name) === 0 && { servername: name }),
  })
  request.once('response', resolve).on('error', reject).end()
  return promise
}

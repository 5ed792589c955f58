import { Resolver } from 'node:dns/promises'
import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'

import ipaddr from 'ipaddr.js'

import { ShopError } from '../../domain/errors.ts'
import { pictureCopy } from '../../messages/messages.ts'

/**
 * Whether an IP address is public. Special-purpose addresses in IANA's registries are not: this machine, private and
 * local networks, cloud metadata services at 169.254.169.254, multicast, IPv4 addresses mapped or tunnelled in IPv6.
 * (RFC 6890; copy-remote-image.test.ts)
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  const isGlobal = parsed.kind() === 'ipv4' || parsed.match(globalUnicast)
  return isGlobal && parsed.range() === 'unicast'
}

/** All IPv6 addresses that are public. The rest of the space is reserved, such as `::7f00:1`, once IPv4's loopback. (RFC 4291, 2.4) */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Not `dns.lookup`: it would block a thread of the pool, which files and signatures need too, as long as the name
 * server takes.
 */
const resolver = new Resolver({ timeout: 2_000, tries: 2 })

/** The IP addresses of a host name, or the address itself. Rejects when there is none. */
async function resolveHost(host: string): Promise<string[]> {
  const name = withoutBrackets(host)
  if (ipaddr.isValid(name)) return [name]
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const addresses = found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (addresses.length === 0) throw new Error(`${name} has no address`, { cause: found })
  return addresses
}

/** The IPv6 address of a URL's host; any other host unchanged. */
function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1')
}

/** Which images may be fetched. Tests also allow servers on this machine. */
export interface FetchRules {
  readonly isAddressAllowed: (address: string) => boolean
  /** `port` as in a URL: empty for the scheme's default. */
  readonly isPortAllowed: (port: string) => boolean
  readonly resolve: (host: string) => Promise<readonly string[]>
  /** For the whole request: DNS, redirects and the body. */
  readonly timeoutMs: number
  /** Trusted certificate authorities; Node's own if omitted. */
  readonly ca?: string
  /** Headers of each request, overriding or extending the default ones. */
  readonly headers?: Readonly<Record<string, string>>
}

export const publicWeb: FetchRules = {
  isAddressAllowed: isPublicAddress,
  isPortAllowed: (port) => port === '',
  resolve: resolveHost,
  timeoutMs: 15_000,
}

const maxRedirects = 3

/** A response with an image. Reading the body fails with `signal`'s reason on timeout. */
export interface FetchedImage {
  readonly body: IncomingMessage
  readonly signal: AbortSignal
}

/**
 * Fetches an image from a URL that a user typed, with protection against server-side request forgery (OWASP,
 * Server-Side Request Forgery Prevention): a host name is resolved once, every address is checked, and the connection
 * goes to one of them, so DNS rebinding has no effect. The same applies to every redirect.
 *
 * @param ended aborts the request.
 * @throws ShopError `picture-not-copied`.
 */
export async function fetchImage(
  address: string,
  rules: FetchRules = publicWeb,
  ended?: AbortSignal,
): Promise<FetchedImage> {
  const signal = AbortSignal.any([AbortSignal.timeout(rules.timeoutMs), ...(ended ? [ended] : [])])
  let url = checkUrl(address, undefined, rules)
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const answer = await sendRequest(url, rules, signal)
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

/** The error for an image that cannot be loaded. Its `cause` distinguishes a timeout from other failures. */
export function toFetchError(signal: AbortSignal, error: unknown): ShopError {
  return signal.aborted ? notCopied(pictureCopy.tooSlow, signal.reason) : notCopied(pictureCopy.unreachable, error)
}

function checkUrl(text: string, base: URL | undefined, { isAddressAllowed, isPortAllowed }: FetchRules): URL {
  const url = URL.parse(text, base)
  const host = withoutBrackets(url?.hostname ?? '')
  if (ipaddr.isValid(host) && !isAddressAllowed(host)) throw notCopied(pictureCopy.notPublic)
  const isAllowed =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    isPortAllowed(url.port)
  if (!isAllowed) throw notCopied(pictureCopy.badAddress)
  return url
}

async function sendRequest(url: URL, rules: FetchRules, signal: AbortSignal): Promise<IncomingMessage> {
  try {
    const address = await allowedAddress(url.hostname, rules, signal)
    const { ca, headers } = rules
    return await connect(url, { host: address, signal, headers, ...(ca !== undefined && { ca }) })
  } catch (error) {
    if (error instanceof ShopError) throw error
    throw toFetchError(signal, error)
  }
}

/** An IP address of a host name. Refused if any of its addresses is not allowed: it is unclear which one counts. */
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

interface Connection extends Pick<RequestOptions, 'host' | 'signal'> {
  readonly ca?: string
  readonly port?: number
  readonly isTls?: boolean
  readonly headers?: FetchRules['headers'] | undefined
}

/**
 * Requests a URL, from another `host` if given. The Host header, SNI and the certificate check use the name in the URL.
 *
 * @returns the response, with the body unread.
 */
export async function connect(
  url: URL,
  { headers, isTls = url.protocol === 'https:', ...options }: Connection,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const name = withoutBrackets(url.hostname)
  const usualPort = isTls ? 443 : 80
  const request = (isTls ? requestHttps : requestHttp)({
    host: name,
    port: url.port === '' ? usualPort : url.port,
    ...options,
    agent: false,
    path: url.pathname + url.search,
    headers: { Accept: 'image/avif,image/webp,image/*', 'Accept-Encoding': 'identity', ...headers, Host: url.host },
    ...(isTls && isIP(name) === 0 && { servername: name }),
  })
  // After "101 Switching Protocols", Node emits neither a response nor an error.
  const closed = () => reject(new Error('The server closed the connection without a response.'))
  request.once('response', resolve).on('error', reject).once('close', closed).end()
  return promise
}

import { boundedFetch, createRemoteKeySet } from '@stockinette/key-set/remote-key-set.ts'
import { errors, type JWTVerifyGetKey } from 'jose'
import { LRUCache } from 'lru-cache'
import type { ClientAuth } from 'openid-client'

import type { ProviderSettings } from '../application.ts'
import { ServiceError } from '../errors.ts'

/** The timeout of requests to a provider, for which a user waits. */
const answerSeconds = 8

/** How long a discovery document, and the keys that it names, are cached. */
const discoveryTtlMs = 10 * 60 * 1000

/** For differing clocks. */
const clockToleranceSeconds = 30

/** The secrets of one sign-in, to verify its result when the browser is back. */
export interface FlowSecrets {
  readonly state: string
  /** The SHA-256, in hexadecimal, of the raw nonce, which nobody gets before the ID token. */
  readonly nonce: string
  /** RFC 7636; the provider gets its SHA-256 first. */
  readonly codeVerifier: string
}

type Discovered = Awaited<ReturnType<typeof discover>>

/** The client of each provider, by the provider's id. */
export type ProviderClients = ReadonlyMap<string, ProviderClient>

/** @param now the clock of the cache of discovery documents. */
export function createProviderClients(providers: readonly ProviderSettings[], now: () => Date): ProviderClients {
  return new Map(providers.map((provider) => [provider.id, new ProviderClient(provider, now)]))
}

/**
 * The client of a provider, found through its discovery document (OpenID Connect Discovery, 4), for the authorization code
 * flow with PKCE (OpenID Connect Core, 3.1; RFC 7636).
 */
export class ProviderClient {
  readonly provider: ProviderSettings
  readonly #discovered: LRUCache<string, Discovered>

  constructor(provider: ProviderSettings, now: () => Date) {
    this.provider = provider
    this.#discovered = new LRUCache({
      max: 1,
      ttl: discoveryTtlMs,
      ttlResolution: 0,
      perf: { now: () => now().getTime() },
      fetchMethod: () => discover(provider),
    })
  }

  /**
   * The provider's published keys. Throws jose's own errors if no key matches a token, and ServiceError
   * `provider-unavailable` if the keys cannot be loaded.
   */
  readonly keySet: JWTVerifyGetKey = async (header, token) => {
    try {
      const { keySet } = await this.#discover()
      return await keySet(header, token)
    } catch (error) {
      if (isAboutToken(error)) throw error
      const message = 'The sign-in provider cannot be reached right now.'
      throw new ServiceError('provider-unavailable', message, { cause: error })
    }
  }

  /** Where to send the browser. Rejects with an error for `toFailure` if discovery fails. */
  async createUrl({ state, nonce, codeVerifier }: FlowSecrets, redirectUri: string): Promise<string> {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client')
    const { configuration } = await this.#discover()
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    })
    return requireSafe(url.href, this.provider.issuer)
  }

  /**
   * Exchanges the code in the URL that the browser was sent back to for an ID token. Rejects with an error for `toFailure`
   * if the URL has an error instead, or if the exchange fails.
   */
  async exchange(answer: URL, { state, nonce, codeVerifier }: FlowSecrets): Promise<string> {
    const { authorizationCodeGrant } = await import('openid-client')
    const { configuration } = await this.#discover()
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier }
    const { id_token: idToken } = await authorizationCodeGrant(configuration, answer, checks)
    if (idToken === undefined) throw new Error('The provider gave no ID token.')
    return idToken
  }

  #discover(): Promise<Discovered> {
    return this.#discovered.forceFetch(this.provider.id)
  }
}

async function discover({ issuer, clientIds: [clientId = ''], clientSecret }: ProviderSettings) {
  const client = await import('openid-client')
  const url = new URL(issuer)
  // The configuration decides which issuers may use http.
  const execute = url.protocol === 'http:' ? [client.allowInsecureRequests] : []
  const options = { timeout: answerSeconds, execute, [client.customFetch]: boundedFetch }
  const metadata = { [client.clockTolerance]: clockToleranceSeconds }
  // The default is `client_secret_basic` (OpenID Connect Discovery, 3).
  const showSecret: ClientAuth = (server, ...request) => {
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server
    const show = methods.includes('client_secret_basic') ? client.ClientSecretBasic : client.ClientSecretPost
    show(clientSecret)(server, ...request)
  }
  const authentication = clientSecret === undefined ? client.None() : showSecret
  const configuration = await client.discovery(url, clientId, metadata, authentication, options)
  const { issuer: named, jwks_uri: keysUrl = '' } = configuration.serverMetadata()
  // Discovery, 4.3: otherwise one provider could impersonate another. openid-client makes exceptions.
  if (named !== issuer) throw new Error(`${issuer} says that it is ${named}`)
  return { configuration, keySet: createRemoteKeySet(requireSafe(keysUrl, issuer)) }
}

function isAboutToken(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  )
}

/**
 * Checks a URL from a provider's discovery document. A provider on https must use https URLs; the configuration decides
 * which issuers may use http.
 *
 * @throws Error for any other scheme: `javascript:` would run a script in the page that goes there.
 */
export function requireSafe(address: string, issuer: string): string {
  const { protocol, origin } = new URL(address)
  if (protocol !== 'https:' && origin !== new URL(issuer).origin) throw new Error(`${address} is no safe address`)
  return address
}

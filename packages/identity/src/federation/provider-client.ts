import type { ClientAuth, Configuration } from 'openid-client'

import type { ProviderSettings } from '../settings.ts'
import { requireSafe } from './safe-address.ts'

/** The timeout of requests to a provider, for which a user waits. */
const answerSeconds = 8

/** How long a discovery document is cached. */
const keptMs = 10 * 60 * 1000

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

/** The client of the authorization code flow with PKCE (OpenID Connect Core, 3.1; RFC 7636). */
export interface ProviderClient {
  /** Where to send the browser. Rejects with an error for `toFailure` if discovery fails. */
  createUrl(secrets: FlowSecrets, redirectUri: string): Promise<string>
  /**
   * Exchanges the code in the URL that the browser was sent back to for an ID token. Rejects with an error for `toFailure`
   * if the URL has an error instead, or if the exchange fails.
   */
  exchange(answer: URL, secrets: FlowSecrets): Promise<string>
}

/** @param now the clock of the cache of discovery documents. */
export function createProviderClient(provider: ProviderSettings, now: () => Date): ProviderClient {
  let kept: { configuration: Promise<Configuration>; until: number } | undefined
  const getConfiguration = (): Promise<Configuration> => {
    if (kept !== undefined && kept.until > now().getTime()) return kept.configuration
    const mine = { configuration: discover(provider), until: now().getTime() + keptMs }
    kept = mine
    mine.configuration.catch(() => (mine.until = 0))
    return mine.configuration
  }
  return {
    async createUrl({ state, nonce, codeVerifier }, redirectUri) {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client')
      const url = buildAuthorizationUrl(await getConfiguration(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      })
      return requireSafe(url.href, provider.issuer)
    },
    async exchange(answer, { state, nonce, codeVerifier }) {
      const { authorizationCodeGrant } = await import('openid-client')
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier }
      const { id_token: idToken } = await authorizationCodeGrant(await getConfiguration(), answer, checks)
      if (idToken === undefined) throw new Error('The provider gave no ID token.')
      return idToken
    },
  }
}

async function discover({ issuer, clientIds: [clientId = ''], clientSecret }: ProviderSettings) {
  const client = await import('openid-client')
  const url = new URL(issuer)
  // The configuration decides which issuers may use http.
  const execute = url.protocol === 'http:' ? [client.allowInsecureRequests] : []
  const options = { timeout: answerSeconds, execute }
  const metadata = { [client.clockTolerance]: clockToleranceSeconds }
  // The default is `client_secret_basic` (OpenID Connect Discovery, 3).
  const showSecret: ClientAuth = (server, ...request) => {
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server
    const show = methods.includes('client_secret_basic') ? client.ClientSecretBasic : client.ClientSecretPost
    show(clientSecret)(server, ...request)
  }
  const authentication = clientSecret === undefined ? client.None() : showSecret
  return client.discovery(url, clientId, metadata, authentication, options)
}

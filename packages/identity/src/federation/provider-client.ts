import type { ClientAuth, Configuration } from 'openid-client'

import type { ProviderSettings } from '../settings.ts'
import { requireSafe } from './safe-address.ts'

/** As long as somebody who waits may have to, when a provider has no answer. */
const answerSeconds = 8

/** For how long a provider is taken to be where its discovery document said. */
const keptMs = 10 * 60 * 1000

/** For clocks that differ. */
const clockToleranceSeconds = 30

/** What one sign-in is known by: to the provider, and to the shop when the browser is back. */
export interface FlowSecrets {
  readonly state: string
  /** The SHA-256, in hexadecimal, of what is told to nobody before the ID token is there. */
  readonly nonce: string
  /** RFC 7636: of which the provider was told the SHA-256. */
  readonly codeVerifier: string
}

/** The shop's side of the authorization code flow with PKCE (OpenID Connect Core, 3.1; RFC 7636). */
export interface ProviderClient {
  /** Where to send the browser. Rejects for `toFailure` when the provider cannot be asked where that is. */
  createUrl(secrets: FlowSecrets, redirectUri: string): Promise<string>
  /**
   * The ID token for what the browser brought back from there, in the query of the address that it was sent to. Rejects
   * for `toFailure` when it brought a refusal, and when the provider gives none for it.
   */
  exchange(answer: URL, secrets: FlowSecrets): Promise<string>
}

/** @param now tells for how long a provider's discovery document is kept. */
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
  // Which issuers may do without https is for the configuration to say.
  const execute = url.protocol === 'http:' ? [client.allowInsecureRequests] : []
  const options = { timeout: answerSeconds, execute }
  const metadata = { [client.clockTolerance]: clockToleranceSeconds }
  // A server that does not say takes `client_secret_basic` (OpenID Connect Discovery, 3).
  const showSecret: ClientAuth = (server, ...request) => {
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server
    const show = methods.includes('client_secret_basic') ? client.ClientSecretBasic : client.ClientSecretPost
    show(clientSecret)(server, ...request)
  }
  const authentication = clientSecret === undefined ? client.None() : showSecret
  return client.discovery(url, clientId, metadata, authentication, options)
}

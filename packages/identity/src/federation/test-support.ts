import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { exportJWK, generateKeyPair } from 'jose'
import { Provider } from 'oidc-provider'

/** A test, or the file itself. */
type Owner = { after: (work: () => Promise<void>) => void }
type Claims = Readonly<Record<string, unknown>>

const clientId = 'shop'
/** Nobody is there: the browser of these tests reads the code from the address that it is sent to. */
const callback = 'https://shop.example/callback'

export interface TestProvider {
  readonly issuer: string
  /** How often each path was asked for. */
  readonly requests: Map<string, number>
  /** Has somebody sign in, and returns the ID token that the provider gives for it. */
  signIn(sub: string, options?: { nonce?: string; client?: string }): Promise<string>
  /**
   * What a browser that is sent to `url` comes back with, the address that the provider sends it to: after somebody has
   * signed in there, or, for `null`, has cancelled.
   */
  visit(url: string, sub: string | null): Promise<string>
  /** The provider forgets its keys and makes others. */
  rotateKeys(): Promise<void>
  /** While true, nothing is answered but 503. */
  isDown: boolean
  /** While set, nothing is answered at this path but 503. */
  downAt: string | undefined
}

/**
 * A real OpenID Connect provider on loopback, whose users are those of `users`, by their `sub`. It knows a shop as `shop`
 * with the secret `secret`, and as `public-shop` without one, but with PKCE.
 * (github.com/panva/node-oidc-provider)
 *
 * @param redirectUri where it sends browsers back to.
 */
export async function openProvider(
  t: Owner,
  users: Readonly<Record<string, Claims>>,
  redirectUri = callback,
): Promise<TestProvider> {
  // Clients of this process close idle connections. If the server did, too, one that has just been blocked could meet a reset.
  const server = createServer({ keepAliveTimeout: 0 }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let answer = await createAnswer(issuer, users, redirectUri)
  const provider: TestProvider = {
    issuer,
    requests: new Map(),
    isDown: false,
    downAt: undefined,
    signIn: (sub, { nonce, client = clientId } = {}) => signInByHand(issuer, client, sub, nonce),
    visit: (url, sub) => goThrough(issuer, url, sub),
    rotateKeys: async () => void (answer = await createAnswer(issuer, users, redirectUri)),
  }
  server.on('request', (request, response) => {
    const { pathname } = new URL(request.url ?? '/', issuer)
    provider.requests.set(pathname, (provider.requests.get(pathname) ?? 0) + 1)
    if (provider.isDown || provider.downAt === pathname) response.writeHead(503).end()
    else answer(request, response)
  })
  t.after(async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  })
  return provider
}

async function createAnswer(issuer: string, users: Readonly<Record<string, Claims>>, redirectUri: string) {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: crypto.randomUUID() }
  const client = { client_secret: 'secret', redirect_uris: [redirectUri], response_types: ['code'] }
  const provider = new Provider(issuer, {
    clients: [
      { ...client, client_id: clientId },
      { ...client, client_id: 'another' },
      { ...client, client_id: 'public-shop', client_secret: undefined, token_endpoint_auth_method: 'none' },
    ],
    claims: { openid: ['sub', 'email', 'email_verified', 'name', 'picture', 'given_name', 'family_name'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['for tests'] },
    features: { devInteractions: { enabled: true } },
    findAccount: (_context: unknown, sub: string) => ({ accountId: sub, claims: () => ({ ...users[sub], sub }) }),
    jwks: { keys: [key] },
    pkce: { required: (_context: unknown, { clientId: asking }: { clientId: string }) => asking === 'public-shop' },
    ttl: { IdToken: 3600, AccessToken: 3600, AuthorizationCode: 60, Grant: 3600, Interaction: 3600, Session: 3600 },
  })
  return provider.callback()
}

/** What a browser and somebody at it do: they are sent to the provider, say who they are, agree, and come back. */
async function signInByHand(issuer: string, client: string, sub: string, nonce?: string): Promise<string> {
  const question = { client_id: client, redirect_uri: callback, response_type: 'code', scope: 'openid' }
  const query = new URLSearchParams({ ...question, ...(nonce !== undefined && { nonce }) })
  const back = await goThrough(issuer, `${issuer}/auth?${query.toString()}`, sub)
  const code = new URL(back).searchParams.get('code') ?? ''
  const answer = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa(`${client}:secret`)}` },
    body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: callback }),
  })
  const { id_token: idToken } = (await answer.json()) as { id_token?: string }
  if (idToken === undefined) throw new Error(`The provider gave no ID token for ${back}`)
  return idToken
}

async function goThrough(issuer: string, url: string, sub: string | null): Promise<string> {
  const visit = createBrowser(issuer)
  const login = await visit(url)
  if (sub === null) return visit(`${login}/abort`)
  const consent = await visit(login, new URLSearchParams({ prompt: 'login', login: sub, password: 'any' }))
  return visit(consent, new URLSearchParams({ prompt: 'consent' }))
}

/** Follows every redirect, with cookies, until a page is there to be filled in, or one that is not the provider's. */
function createBrowser(issuer: string) {
  const cookies = new Map<string, string>()
  return async (address: string, form?: URLSearchParams): Promise<string> => {
    let url = address
    let body = form
    for (;;) {
      const answer = await fetch(url, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        redirect: 'manual',
        ...(body !== undefined && { body }),
      })
      await answer.arrayBuffer()
      for (const cookie of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
        cookies.set(name, value)
      }
      const location = answer.headers.get('Location')
      if (location === null) return url
      url = new URL(location, url).href
      body = undefined
      if (!url.startsWith(issuer)) return url
    }
  }
}

import { must } from './read.ts'

/** An OpenID Connect provider whose ID tokens sign visitors in. */
export interface ProviderConfig {
  /** `google.com`, or `oidc.` and a name. */
  readonly id: string
  /** Where its discovery document is, and who its ID tokens say that they are from. */
  readonly issuer: string
  /** What the provider knows this shop by: an ID token for anybody else is refused. */
  readonly clientIds: readonly string[]
}

/** Providers whose issuer is known, so that it need not be written down. */
const knownIssuers: Readonly<Record<string, string>> = { 'google.com': 'https://accounts.google.com' }

const form =
  'google.com=CLIENT_ID or oidc.NAME=ISSUER|CLIENT_ID, where ISSUER starts with https:// and has neither query nor ' +
  'fragment; commas between several client ids, semicolons between providers, each of them once'

/** Reads `google.com=a.apps.example;oidc.wool=https://id.example|b,c`. */
export function parseProviders(value: string): ProviderConfig[] {
  const providers = value.split(';').map((entry) => parseProvider(entry.trim()))
  return new Set(providers.map(({ id }) => id)).size === providers.length ? providers : must(form)
}

function parseProvider(entry: string): ProviderConfig {
  const [, id = '', rest = ''] = /^(google\.com|oidc\.[a-z0-9][a-z0-9.-]{0,99}) *= *(\S+)$/.exec(entry) ?? []
  const known = Object.hasOwn(knownIssuers, id) ? knownIssuers[id] : undefined
  const [issuer = '', clients = '', ...more] = known === undefined ? rest.split('|') : [known, rest]
  const clientIds = clients.split(',')
  const isGood = more.length === 0 && isIssuer(issuer) && clientIds.every((client) => /^[^\s|;,]{1,255}$/.test(client))
  return isGood ? { id, issuer, clientIds } : must(form)
}

/** OpenID Connect Core, 2: https, without query or fragment. What never leaves this machine may be without https. */
function isIssuer(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || /[?#]/.test(text) || url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

import { ConfigError, must } from './read.ts'

/** An OpenID Connect provider whose ID tokens sign visitors in. */
export interface ProviderConfig {
  /** `google.com`, or `oidc.` and a name. */
  readonly id: string
  /** Where its discovery document is, and who its ID tokens say that they are from. */
  readonly issuer: string
  /** What the provider knows this shop by, the shop's own pages by the first: an ID token for anybody else is refused. */
  readonly clientIds: readonly string[]
  /** What shows the provider that it is the shop that asks; `undefined` where it knows the shop without. */
  readonly clientSecret: string | undefined
  /** What visitors know it by: 'Continue with …'. */
  readonly label: string
}

type NamedProvider = Omit<ProviderConfig, 'clientSecret'>

/** Providers whose issuer and name are known, so that they need not be written down. */
const knownProviders: Readonly<Record<string, Pick<ProviderConfig, 'issuer' | 'label'>>> = {
  'google.com': { issuer: 'https://accounts.google.com', label: 'Google' },
}

const form =
  'google.com=CLIENT_ID or oidc.NAME=ISSUER|CLIENT_ID or oidc.NAME=ISSUER|CLIENT_ID|LABEL, where ISSUER starts with ' +
  'https:// and has neither query nor fragment, and LABEL is what visitors know it by; commas between several client ' +
  'ids, semicolons between providers, each of them once'

/** Reads `google.com=a.apps.example;oidc.wool=https://id.example|b,c|Wool`. */
export function parseProviders(value: string): NamedProvider[] {
  const providers = value.split(';').map((entry) => parseProvider(entry.trim()))
  return isEachOnce(providers.map(({ id }) => id)) ? providers : must(form)
}

function parseProvider(entry: string): NamedProvider {
  const [, id = '', rest = ''] = /^(google\.com|oidc\.[a-z0-9][a-z0-9.-]{0,99}) *=(.+)$/.exec(entry) ?? []
  const known = Object.hasOwn(knownProviders, id) ? knownProviders[id] : undefined
  const parts = rest.split('|').map((part) => part.trim())
  const [issuer = '', clients = '', label = hostOf(issuer), ...more] =
    known === undefined ? parts : [known.issuer, parts[0], known.label, ...parts.slice(1)]
  const clientIds = clients.split(',')
  const isGood = isIssuer(issuer) && clientIds.every((client) => /^[^\s|;,]{1,255}$/.test(client)) && isLabel(label)
  return isGood && more.length === 0 ? { id, issuer, clientIds, label } : must(form)
}

const secretForm =
  'google.com=SECRET or oidc.NAME=SECRET, semicolons between providers, each of them once; a secret has no semicolon'

/** Reads `google.com=secret;oidc.wool=another`: secrets, by their providers' ids. */
export function parseSecrets(value: string): ReadonlyMap<string, string> {
  const secrets = value.split(';').map((entry) => {
    const [, id, secret] = /^\s*([a-z0-9.-]+) *= *(\S+)\s*$/.exec(entry) ?? []
    return id === undefined || secret === undefined ? must(secretForm) : ([id, secret] as const)
  })
  return isEachOnce(secrets.map(([id]) => id)) ? new Map(secrets) : must(secretForm)
}

/** @throws ConfigError for the secret of a provider that there is not. */
export function withSecrets(
  providers: readonly NamedProvider[],
  secrets: ReadonlyMap<string, string>,
): readonly ProviderConfig[] {
  const stray = [...secrets.keys()].find((id) => !providers.some((provider) => provider.id === id))
  if (stray !== undefined) {
    throw new ConfigError(`SHOP_OIDC_SECRETS has a secret for ${stray}, which SHOP_OIDC_PROVIDERS does not name.`)
  }
  return providers.map((provider) => ({ ...provider, clientSecret: secrets.get(provider.id) }))
}

function isEachOnce(ids: readonly string[]): boolean {
  return new Set(ids).size === ids.length
}

function isLabel(text: string): boolean {
  return text !== '' && text.length <= 40
}

function hostOf(issuer: string): string {
  return URL.parse(issuer)?.host ?? ''
}

/** OpenID Connect Core, 2: https, without query or fragment. What never leaves this machine may be without https. */
function isIssuer(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || /[?#\s]/.test(text) || url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

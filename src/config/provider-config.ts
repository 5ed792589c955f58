import type { ProviderSettings } from '@stockinette/identity'

import { isLoopback } from '../domain/loopback.ts'
import { ConfigError, must } from './read.ts'

/** An OpenID Connect provider that users can sign in with. */
export interface ProviderConfig extends ProviderSettings {
  /** The name on the button: 'Continue with …'. */
  readonly label: string
}

type NamedProvider = Omit<ProviderConfig, 'clientSecret'>

/** Providers that need only a client id in the setting. */
const knownProviders: Readonly<Record<string, Pick<ProviderConfig, 'issuer' | 'label'>>> = {
  'google.com': { issuer: 'https://accounts.google.com', label: 'Google' },
}

const form =
  'google.com=CLIENT_ID or oidc.NAME=ISSUER|CLIENT_ID or oidc.NAME=ISSUER|CLIENT_ID|LABEL, where ISSUER starts with ' +
  'https:// and has neither query nor fragment, and LABEL is the name that visitors see; several client ids are ' +
  'separated by commas, providers by semicolons, and each provider is named once'

/** Reads `google.com=a.apps.example;oidc.wool=https://id.example|b,c|Wool`. */
export function parseProviders(value: string): NamedProvider[] {
  const providers = value.split(';').map((entry) => parseProvider(entry.trim()))
  return areUnique(providers.map(({ id }) => id)) ? providers : must(form)
}

function parseProvider(entry: string): NamedProvider {
  const [, id = '', rest = ''] = /^(google\.com|oidc\.[a-z0-9][a-z0-9.-]{0,99}) *=(.+)$/.exec(entry) ?? []
  const known = Object.hasOwn(knownProviders, id) ? knownProviders[id] : undefined
  const parts = rest.split('|').map((part) => part.trim())
  const [issuer = '', clients = '', label = hostOf(issuer), ...more] =
    known === undefined ? parts : [known.issuer, parts[0], known.label, ...parts.slice(1)]
  const clientIds = clients.split(',')
  const isValid = isIssuer(issuer) && clientIds.every((client) => /^[^\s|;,]{1,255}$/.test(client)) && isLabel(label)
  return isValid && more.length === 0 ? { id, issuer, clientIds, label } : must(form)
}

const secretForm =
  'google.com=SECRET or oidc.NAME=SECRET, separated by semicolons, with each provider once; a secret has no semicolon'

/** Reads `google.com=secret;oidc.wool=another`: a map from the provider's id to its secret. */
export function parseSecrets(value: string): ReadonlyMap<string, string> {
  const secrets = value.split(';').map((entry) => {
    const [, id, secret] = /^\s*([a-z0-9.-]+) *= *(\S+)\s*$/.exec(entry) ?? []
    return id === undefined || secret === undefined ? must(secretForm) : ([id, secret] as const)
  })
  return areUnique(secrets.map(([id]) => id)) ? new Map(secrets) : must(secretForm)
}

/** @throws ConfigError for a secret of an unknown provider. */
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

function areUnique(ids: readonly string[]): boolean {
  return new Set(ids).size === ids.length
}

function isLabel(text: string): boolean {
  return text !== '' && text.length <= 40
}

function hostOf(issuer: string): string {
  return URL.parse(issuer)?.host ?? ''
}

/** https, without query or fragment (OpenID Connect Core, 2). A provider on this machine may use http. */
function isIssuer(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || /[?#\s]/.test(text) || url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

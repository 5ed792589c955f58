import type { ProviderSettings } from '@stockinette/identity'

import { isLoopback } from '../domain/loopback.ts'
import { ConfigError } from './setting.ts'

/** An OpenID Connect provider that users can sign in with. */
export interface ProviderConfig extends ProviderSettings {
  /** The name on the button: 'Continue with …'. */
  readonly label: string
}

export type NamedProvider = Omit<ProviderConfig, 'clientSecret'>

/** Providers that need only a client id in the setting. */
const knownProviders: Readonly<Record<string, Pick<ProviderConfig, 'issuer' | 'label'>>> = {
  'google.com': { issuer: 'https://accounts.google.com', label: 'Google' },
}

export const providersForm =
  'google.com=CLIENT_ID or oidc.NAME=ISSUER|CLIENT_ID or oidc.NAME=ISSUER|CLIENT_ID|LABEL, where ISSUER starts with ' +
  'https:// and has neither query nor fragment, and LABEL is the name that visitors see; several client ids are ' +
  'separated by commas, providers by semicolons, and each provider is named once'

/** Reads `google.com=a.apps.example;oidc.wool=https://id.example|b,c|Wool`; `undefined` if it is no list of providers. */
export function parseProviders(value: string): readonly NamedProvider[] | undefined {
  return unlessInvalid(
    value.split(';').map((entry) => parseProvider(entry.trim())),
    ({ id }) => id,
  )
}

function parseProvider(entry: string): NamedProvider | undefined {
  const [, id = '', rest = ''] = /^(google\.com|oidc\.[a-z0-9][a-z0-9.-]{0,99}) *=(.+)$/.exec(entry) ?? []
  const known = Object.hasOwn(knownProviders, id) ? knownProviders[id] : undefined
  const parts = rest.split('|').map((part) => part.trim())
  const [issuer = '', clients = '', label = hostOf(issuer), ...more] =
    known === undefined ? parts : [known.issuer, parts[0], known.label, ...parts.slice(1)]
  const clientIds = clients.split(',')
  const isValid = isIssuer(issuer) && clientIds.every((client) => /^[^\s|;,]{1,255}$/.test(client)) && isLabel(label)
  return isValid && more.length === 0 ? { id, issuer, clientIds, label } : undefined
}

export const secretsForm =
  'google.com=SECRET or oidc.NAME=SECRET, separated by semicolons, with each provider once; a secret has no semicolon'

/** Reads `google.com=secret;oidc.wool=another`: a map from the provider's id to its secret; `undefined` if it is no such list. */
export function parseSecrets(value: string): ReadonlyMap<string, string> | undefined {
  const secrets = unlessInvalid(value.split(';').map(parseSecret), ([id]) => id)
  return secrets && new Map(secrets)
}

function parseSecret(entry: string): readonly [id: string, secret: string] | undefined {
  const [, id, secret] = /^\s*([a-z0-9.-]+) *= *(\S+)\s*$/.exec(entry) ?? []
  return id === undefined || secret === undefined ? undefined : [id, secret]
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

/** `undefined` if an entry is invalid, or two have the same id. */
function unlessInvalid<T>(entries: readonly (T | undefined)[], idOf: (entry: T) => string): readonly T[] | undefined {
  const valid = entries.filter((entry) => entry !== undefined)
  return new Set(valid.map(idOf)).size === entries.length ? valid : undefined
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

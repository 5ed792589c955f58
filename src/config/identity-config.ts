import type { PasswordPolicy } from '@stockinette/identity'

import { isLoopback } from '../domain/loopback.ts'
import { parseProviders, parseSecrets, withSecrets, type ProviderConfig } from './provider-config.ts'
import { ConfigError, must, read, readSecret, type Environment } from './read.ts'

/** Settings for accounts and sign-in. */
export interface IdentityConfig {
  readonly passwordPolicy: PasswordPolicy
  /** OpenID Connect providers to sign in with. */
  readonly providers: readonly ProviderConfig[]
  /** Test mode: anyone can sign in as anyone. */
  readonly isEmulator: boolean
  /** Whether pages send the ID token to the server, which stores it in a cookie; or the path for these requests. */
  readonly tokenSync: boolean | string
}

/** The audience of the ID tokens in embedded mode. */
export const embeddedProjectId = 'stockinette'

/** @throws ConfigError for an invalid value, a secret without its provider, or test mode in a public shop. */
export function readIdentityConfig(environment: Environment): IdentityConfig {
  const isEmulator = read(environment, 'SHOP_IDENTITY_EMULATOR', false, parseEmulator)
  if (isEmulator && environment['SHOP_ORIGIN']?.trim()) {
    throw new ConfigError(
      'SHOP_IDENTITY_EMULATOR=1 lets anyone sign in as anyone: it cannot be set in a public shop (SHOP_ORIGIN).',
    )
  }
  return {
    passwordPolicy: read(environment, 'SHOP_PASSWORD_POLICY', parsePasswordPolicy('min=6'), parsePasswordPolicy),
    providers: readProviders(environment),
    isEmulator,
    tokenSync: read(environment, 'SHOP_TOKEN_SYNC', true, parseTokenSync),
  }
}

const noSecrets: ReadonlyMap<string, string> = new Map()

function readProviders(environment: Environment): readonly ProviderConfig[] {
  const providers = read(environment, 'SHOP_OIDC_PROVIDERS', [], parseProviders)
  return withSecrets(providers, readSecret(environment, 'SHOP_OIDC_SECRETS', noSecrets, parseSecrets))
}

function parseEmulator(value: string): boolean {
  return value === '1' || value === '0' ? value === '1' : must('1 or 0')
}

interface TestModeSettings {
  readonly identity: Pick<IdentityConfig, 'isEmulator'>
  readonly http: { readonly host: string }
}

/**
 * The warning that a shop in test mode prints when it starts; `undefined` for any other shop. A container must listen on
 * every address (the image has `HOST=0.0.0.0`), so an address open to the network is not refused, but the warning says so.
 */
export function testModeWarning({ identity, http }: TestModeSettings): string | undefined {
  if (!identity.isEmulator) return undefined
  const danger = 'can sign in as anyone and delete every account of this shop.'
  if (isLoopback(http.host)) return `TEST MODE (SHOP_IDENTITY_EMULATOR=1): anyone on this machine ${danger}`
  return (
    `TEST MODE (SHOP_IDENTITY_EMULATOR=1) ON THE NETWORK (HOST=${http.host}): anyone who can reach this machine ${danger}\n` +
    'Listen on 127.0.0.1, or publish a container’s port only there (-p 127.0.0.1:3000:3000).'
  )
}

/** The first segments of the shop's own paths, apart from those with a dot in the first segment. */
const reservedSegments = [
  '__',
  'api',
  'assets',
  'create',
  'emulator',
  'healthz',
  'item',
  'manage',
  'photos',
  'pieces',
  'sign-in',
]

function parseTokenSync(value: string): boolean | string {
  if (value === 'on' || value === 'off') return value === 'on'
  const [, first = ''] = value.toLowerCase().split('/', 2)
  const isPath = value.length <= 100 && /^(?:\/[\w-]+)+$/.test(value)
  if (isPath && !reservedSegments.includes(first)) return value
  const taken = reservedSegments.map((segment) => `/${segment}`).join(', ')
  return must(
    `"on", "off" or a path such as /sync of letters, digits, "-" and "_", but not ${taken} or a path below them`,
  )
}

/** Firebase's own limits for a policy. (identity-platform: REST, CustomStrengthOptions) */
const limits = { lowestMin: 6, highestMin: 30, highestMax: 4096 }

const policyForm =
  'a comma-separated list of min=6 (6 to 30), max=128 (up to 4096), lower, upper, digit, other, enforce; each at most once'

function parsePasswordPolicy(value: string): PasswordPolicy {
  const words = value.split(',').map((word) => word.trim())
  const lengths = new Map(words.flatMap((word) => [readLength(word)].filter((length) => length !== undefined)))
  const flags = new Set(words.filter((word) => /^(?:lower|upper|digit|other|enforce)$/.test(word)))
  const minLength = lengths.get('min') ?? limits.lowestMin
  const maxLength = lengths.get('max')
  const isComplete = lengths.size + flags.size === words.length
  const isMinValid = minLength >= limits.lowestMin && minLength <= limits.highestMin
  const isMaxValid = maxLength === undefined || (maxLength >= minLength && maxLength <= limits.highestMax)
  if (!isComplete || !isMinValid || !isMaxValid) must(policyForm)
  return {
    minLength,
    maxLength,
    needsLowercase: flags.has('lower'),
    needsUppercase: flags.has('upper'),
    needsDigit: flags.has('digit'),
    needsOther: flags.has('other'),
    isEnforced: flags.has('enforce'),
  }
}

function readLength(word: string): [name: string, length: number] | undefined {
  const [, name, digits] = /^(min|max)=(\d{1,4})$/.exec(word) ?? []
  return name === undefined ? undefined : [name, Number(digits)]
}

import { parseProviders, parseSecrets, withSecrets } from './provider-config.ts'
import type { ProviderConfig } from './provider-config.ts'
import { ConfigError, must, read, readSecret } from './read.ts'
import type { Environment } from './read.ts'

/** What is set about accounts and signing in. */
export interface IdentityConfig {
  readonly passwordPolicy: PasswordPolicyConfig
  /** Other providers to sign in with. */
  readonly providers: readonly ProviderConfig[]
  /** Test mode: everybody who asks is let in as anybody. */
  readonly isEmulator: boolean
  /** Whether pages keep the server told, in a cookie, of who is signed in; or the path where they do. */
  readonly tokenSync: boolean | string
}

/** Whom the embedded service's tokens are for. */
export const embeddedProjectId = 'stockinette'

export interface PasswordPolicyConfig {
  /** In characters. */
  readonly minLength: number
  readonly maxLength: number | undefined
  readonly needsLowercase: boolean
  readonly needsUppercase: boolean
  readonly needsDigit: boolean
  /** A character that is neither letter nor digit. */
  readonly needsOther: boolean
  /** Whether a password that does not meet it is refused. */
  readonly isEnforced: boolean
}

/** @throws ConfigError for a bad value, a secret without its provider, or test mode in a public shop. */
export function readIdentityConfig(environment: Environment): IdentityConfig {
  const isEmulator = read(environment, 'SHOP_IDENTITY_EMULATOR', false, parseEmulator)
  if (isEmulator && environment['SHOP_ORIGIN']?.trim()) {
    throw new ConfigError(
      'SHOP_IDENTITY_EMULATOR=1 lets anybody in as anybody: a public shop (SHOP_ORIGIN) cannot have it.',
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

/** The first segments of paths that the shop answers. Its other paths have a dot in the first segment. */
const ownSegments = ['__', 'api', 'assets', 'create', 'emulator', 'healthz', 'item', 'manage', 'photos', 'sign-in']

function parseTokenSync(value: string): boolean | string {
  if (value === 'on' || value === 'off') return value === 'on'
  const [, first = ''] = value.toLowerCase().split('/', 2)
  const isPath = value.length <= 100 && /^(?:\/[\w-]+)+$/.test(value)
  if (isPath && !ownSegments.includes(first)) return value
  const taken = ownSegments.map((segment) => `/${segment}`).join(', ')
  return must(
    `"on", "off" or a path such as /sync of letters, digits, "-" and "_", which is none of ${taken} nor below`,
  )
}

/** Firebase's own bounds of a policy. (identity-platform: REST, CustomStrengthOptions) */
const bounds = { leastMin: 6, greatestMin: 30, greatestMax: 4096 }

const policyForm =
  'words with commas between them: min=6 (6 to 30), max=128 (up to 4096), lower, upper, digit, other, enforce; each once'

function parsePasswordPolicy(value: string): PasswordPolicyConfig {
  const words = value.split(',').map((word) => word.trim())
  const lengths = new Map(words.flatMap((word) => [readLength(word)].filter((length) => length !== undefined)))
  const flags = new Set(words.filter((word) => /^(?:lower|upper|digit|other|enforce)$/.test(word)))
  const minLength = lengths.get('min') ?? bounds.leastMin
  const maxLength = lengths.get('max')
  const isWhole = lengths.size + flags.size === words.length
  const isMinGood = minLength >= bounds.leastMin && minLength <= bounds.greatestMin
  const isMaxGood = maxLength === undefined || (maxLength >= minLength && maxLength <= bounds.greatestMax)
  if (!isWhole || !isMinGood || !isMaxGood) must(policyForm)
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

import { resolve } from 'node:path'

import { parseInstagram } from '../domain/contact/instagram.ts'
import { parseWhatsapp } from '../domain/contact/whatsapp.ts'
import { maxSettingLengths } from '../domain/shop-settings.ts'
import type { LogLevel } from '../log.ts'
import { readBackupConfig, type BackupConfig } from './backup-config.ts'
import { readCloudConfig, type CloudConfig } from './cloud-config.ts'
import { readIdentityConfig, type IdentityConfig } from './identity-config.ts'
import { readMailConfig, type MailConfig } from './mail-config.ts'
import { readPhotosConfig, type PhotosConfig } from './photos-config.ts'
import { ConfigError, must, parseSwitch, parseWholeNumber, read, type Environment } from './read.ts'

/** All settings, checked. The documentation has a table of the variables. */
export interface Config {
  readonly http: {
    readonly host: string
    readonly port: number
    /** How many proxies in front of the shop add to `X-Forwarded-For`. */
    readonly trustedProxies: number
    /** Whether sign-ups and new items are limited by account and by address. */
    readonly rateLimits: boolean
    /** Whether browsers must also use https for every subdomain of the shop's host. */
    readonly hstsSubdomains: boolean
  }
  /** Lines of the log below it are left out. */
  readonly logLevel: LogLevel
  /** The absolute path of the folder with all data of the shop. */
  readonly dataDir: string
  readonly shop: ShopConfig
  /** Who may add items; `undefined`: anyone until the shop has its first owner, then only owners. */
  readonly whoMayAdd: 'anyone' | 'owners' | undefined
  readonly identity: IdentityConfig
  readonly mail: MailConfig
  /** `undefined` in embedded mode. */
  readonly cloud: CloudConfig | undefined
  readonly photos: PhotosConfig
  /** `undefined` when the shop makes no backups by itself. */
  readonly backup: BackupConfig | undefined
}

/** What the pages show of the shop, until an owner saves settings of her own. */
export interface ShopConfig {
  readonly name: string
  /** The public origin, without a trailing slash; `undefined` in a preview environment. */
  readonly origin: string | undefined
  /** An international phone number, only digits; empty: none. */
  readonly whatsapp: string
  /** The URL of the maker's Instagram profile; empty: none. */
  readonly instagram: string
}

/** The names of all variables. */
export const settings: ReadonlySet<string> = new Set([
  'AWS_ACCESS_KEY_ID',
  'AWS_REGION',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'FIREBASE_AUTH_EMULATOR_HOST',
  'FIRESTORE_EMULATOR_HOST',
  'HOST',
  'PORT',
  'SHOP_BACKUP_DIR',
  'SHOP_BACKUP_KEEP',
  'SHOP_COPY_PICTURES',
  'SHOP_DATA_DIR',
  'SHOP_FIREBASE_API_KEY',
  'SHOP_FIREBASE_AUTH_DOMAIN',
  'SHOP_FIREBASE_PROJECT_ID',
  'SHOP_HSTS_SUBDOMAINS',
  'SHOP_IDENTITY_EMULATOR',
  'SHOP_INSTAGRAM',
  'SHOP_LOG_LEVEL',
  'SHOP_NAME',
  'SHOP_OIDC_PROVIDERS',
  'SHOP_OIDC_SECRETS',
  'SHOP_ORIGIN',
  'SHOP_PASSWORD_POLICY',
  'SHOP_PHOTOS_BUCKET',
  'SHOP_RATE_LIMITS',
  'SHOP_SMTP_URL',
  'SHOP_TOKEN_SYNC',
  'SHOP_TRUST_PROXY',
  'SHOP_WHATSAPP',
  'SHOP_WHO_MAY_ADD',
])

/**
 * Reads the configuration from environment variables. Nothing else reads them.
 *
 * @throws ConfigError for an unknown `SHOP_*` name, an invalid value, or settings that exclude each other.
 */
export function readConfig(environment: Environment): Config {
  refuseUnknownNames(environment)
  const origin = read(environment, 'SHOP_ORIGIN', undefined, parseOrigin)
  const rateLimits = read(environment, 'SHOP_RATE_LIMITS', true, parseSwitch)
  if (!rateLimits && origin !== undefined) {
    throw new ConfigError(
      'SHOP_RATE_LIMITS=off is for benchmarks and tests only: a public shop (SHOP_ORIGIN) needs its rate limits.',
    )
  }
  const hstsSubdomains = read(environment, 'SHOP_HSTS_SUBDOMAINS', false, parseSwitch)
  if (hstsSubdomains && !origin?.startsWith('https:')) {
    throw new ConfigError('SHOP_HSTS_SUBDOMAINS=on needs a SHOP_ORIGIN that starts with https://.')
  }
  const dataDir = resolve(read(environment, 'SHOP_DATA_DIR', 'data', String))
  return {
    http: {
      host: read(environment, 'HOST', '127.0.0.1', String),
      port: read(environment, 'PORT', 3000, (value) => parseWholeNumber(value, 65_535)),
      trustedProxies: read(environment, 'SHOP_TRUST_PROXY', 0, (value) => parseWholeNumber(value, 10)),
      rateLimits,
      hstsSubdomains,
    },
    logLevel: read(environment, 'SHOP_LOG_LEVEL', 'info', parseLogLevel),
    dataDir,
    shop: {
      name: readName(environment),
      origin,
      whatsapp: read(environment, 'SHOP_WHATSAPP', '', parseNumber),
      instagram: read(environment, 'SHOP_INSTAGRAM', '', parseProfile),
    },
    whoMayAdd: read(environment, 'SHOP_WHO_MAY_ADD', undefined, parseWhoMayAdd),
    identity: readIdentityConfig(environment),
    mail: readMailConfig(environment),
    cloud: readCloudConfig(environment),
    photos: readPhotosConfig(environment),
    backup: readBackupConfig(environment, dataDir),
  }
}

function refuseUnknownNames(environment: Environment): void {
  for (const name of Object.keys(environment)) {
    if (name.startsWith('SHOP_') && !settings.has(name)) {
      throw new ConfigError(`${name} is not a setting of this shop. Known: ${[...settings].join(', ')}.`)
    }
  }
}

/** A blank name is more likely a mistake than a wish for the default. */
function readName(environment: Environment): string {
  const isBlank = /^\s+$/.test(environment['SHOP_NAME'] ?? '')
  if (isBlank) throw new ConfigError('SHOP_NAME is blank: give the shop a name, or leave it out.')
  return read(environment, 'SHOP_NAME', 'Stockinette', parseName)
}

function parseName(value: string): string {
  const max = maxSettingLengths.name
  const isName = value.length <= max && !/\p{Cc}/u.test(value)
  return isName ? value : must(`one line of ${max} characters or fewer`)
}

function parseOrigin(value: string): string {
  const url = URL.parse(value)
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
  return isOrigin ? url.origin : must('the public address of the shop, such as https://shop.example, with no path')
}

function parseProfile(value: string): string {
  return (
    parseInstagram(value) ?? must('an Instagram handle or address, such as @mywool or https://www.instagram.com/mywool')
  )
}

function parseWhoMayAdd(value: string): 'anyone' | 'owners' {
  return value === 'anyone' || value === 'owners' ? value : must('"anyone" or "owners"')
}

const logLevels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error']

function parseLogLevel(value: string): LogLevel {
  return logLevels.find((level) => level === value) ?? must(`"${logLevels.join('", "')}"`)
}

function parseNumber(value: string): string {
  return parseWhatsapp(value) ?? must('a phone number, such as 077 123 4567 or +94 77 123 4567')
}

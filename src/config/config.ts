import type { PasswordPolicy, WhoSignsUp } from '@stockinette/identity'
import { isInside } from '@stockinette/sqlite/files.ts'

import { isOwnNumber } from '../domain/contact/own-number.ts'
import type { SettingsSeeds } from '../domain/shop-settings.ts'
import type { LogLevel } from '../log.ts'
import type { SmtpServer } from '../mail/mailer.ts'
import type { BucketConfig } from '../photos/storage/bucket-store.ts'
import { withSecrets, type ProviderConfig } from './providers.ts'
import { given, read, refuseUnknownNames, type Environment, type SettingName } from './read.ts'
import { ConfigError, type Setting } from './setting.ts'
import { settings } from './settings.ts'

/** All settings, checked. `docs/configuration.md` has a table of the variables. */
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
  readonly shop: {
    /** The public origin, without a trailing slash; `undefined` in a preview environment. */
    readonly origin: string | undefined
    /** First values of the settings that owners change. */
    readonly seeds: SettingsSeeds
  }
  readonly identity: IdentityConfig
  readonly mail: {
    /** The mail server; `undefined` when none is set. */
    readonly smtp: SmtpServer | undefined
  }
  /** `undefined` in embedded mode. */
  readonly cloud: CloudConfig | undefined
  readonly photos: {
    /** The bucket that stores photos; `undefined` for the data folder. */
    readonly bucket: BucketConfig | undefined
    /** Whether the shop stores its own copies of pictures from other servers. */
    readonly copiesPictures: boolean
  }
  /** `undefined` when the shop makes no backups by itself. */
  readonly backup: BackupConfig | undefined
}

/** Settings for accounts and sign-in. */
export interface IdentityConfig {
  readonly passwordPolicy: PasswordPolicy
  /** Who makes accounts with an e-mail address. */
  readonly signUp: WhoSignsUp
  /** OpenID Connect providers to sign in with. */
  readonly providers: readonly ProviderConfig[]
  /** Test mode: anyone can sign in as anyone. */
  readonly isEmulator: boolean
  /** Whether pages send the ID token to the server, which stores it in a cookie; or the path for these requests. */
  readonly tokenSync: boolean | string
}

/** The Firebase project with the shop's items and accounts. */
export interface CloudConfig {
  readonly projectId: string
  /** The web API key. It is public: pages with sign-in contain it. */
  readonly apiKey: string
  /** The host of Firebase's own sign-in pages. */
  readonly authDomain: string
  /** Emulators in place of Google's services, as `host:port`; `undefined` for Google itself. */
  readonly emulators: {
    readonly firestore: string | undefined
    readonly auth: string | undefined
  }
}

/** Settings for the shop's own daily backups. */
export interface BackupConfig {
  /** The absolute path of the folder with all backups. */
  readonly folder: string
  /** How many days backups are kept. */
  readonly keepDays: number
  /** Requested after each good backup. It may contain a secret. */
  readonly ping: URL | undefined
}

/**
 * Reads the configuration from environment variables. Nothing else reads them.
 *
 * @throws ConfigError for an unknown `SHOP_*` name, an invalid value, or settings that exclude each other.
 */
export function readConfig(environment: Environment): Config {
  refuseUnknownNames(environment)
  const config: Config = {
    http: {
      host: read(environment, 'HOST'),
      port: read(environment, 'PORT'),
      trustedProxies: read(environment, 'SHOP_TRUST_PROXY'),
      rateLimits: read(environment, 'SHOP_RATE_LIMITS'),
      hstsSubdomains: read(environment, 'SHOP_HSTS_SUBDOMAINS'),
    },
    logLevel: read(environment, 'SHOP_LOG_LEVEL'),
    dataDir: read(environment, 'SHOP_DATA_DIR'),
    shop: { origin: read(environment, 'SHOP_ORIGIN'), seeds: readSeeds(environment) },
    identity: readIdentity(environment),
    mail: { smtp: read(environment, 'SHOP_SMTP_URL') },
    cloud: readCloud(environment),
    photos: { bucket: readBucket(environment), copiesPictures: read(environment, 'SHOP_COPY_PICTURES') },
    backup: readBackup(environment),
  }
  checkPublicShop(config)
  return config
}

/** The number of the examples is not stored: it would keep the number of a corrected environment from being used. */
function readSeeds(environment: Environment): SettingsSeeds {
  const number = read(environment, 'SHOP_WHATSAPP') ?? ''
  return {
    name: read(environment, 'SHOP_NAME'),
    whatsapp: isOwnNumber(number) ? number : undefined,
    instagram: read(environment, 'SHOP_INSTAGRAM'),
    whoMayAdd: read(environment, 'SHOP_WHO_MAY_ADD'),
  }
}

function readIdentity(environment: Environment): IdentityConfig {
  const providers = read(environment, 'SHOP_OIDC_PROVIDERS') ?? []
  const isPublic = read(environment, 'SHOP_ORIGIN') !== undefined
  return {
    passwordPolicy: read(environment, 'SHOP_PASSWORD_POLICY'),
    signUp: read(environment, 'SHOP_SIGN_UP') ?? (isPublic ? 'owners' : 'anyone'),
    providers: withSecrets(providers, read(environment, 'SHOP_OIDC_SECRETS') ?? new Map()),
    isEmulator: read(environment, 'SHOP_IDENTITY_EMULATOR'),
    tokenSync: read(environment, 'SHOP_TOKEN_SYNC'),
  }
}

/** The variables of the emulators are ignored in embedded mode. */
function readCloud(environment: Environment): CloudConfig | undefined {
  const names = ['SHOP_FIREBASE_PROJECT_ID', 'SHOP_FIREBASE_API_KEY', 'SHOP_FIREBASE_AUTH_DOMAIN'] as const
  const [projectId, apiKey, authDomain] = names.map((name) => read(environment, name))
  if (projectId !== undefined && apiKey !== undefined && authDomain !== undefined) {
    refuseEmbeddedSettings(environment)
    const firestore = read(environment, 'FIRESTORE_EMULATOR_HOST')
    const auth = read(environment, 'FIREBASE_AUTH_EMULATOR_HOST')
    return { projectId, apiKey, authDomain, emulators: { firestore, auth } }
  }
  const isGiven = (name: SettingName) => given(environment, name) !== undefined
  const missing = names.filter((name) => !isGiven(name))
  refuse(
    missing.length < names.length,
    `${missing.join(' and ')} must be set together with ${names.filter(isGiven).join(' and ')}.`,
  )
  return undefined
}

/** A value that is the default is allowed: it changes nothing. */
function refuseEmbeddedSettings(environment: Environment): void {
  for (const [name, { inTheCloud, default: otherwise }] of Object.entries<Setting>(settings)) {
    const value = given(environment, name as SettingName)
    refuse(
      inTheCloud !== undefined && value !== undefined && value !== otherwise,
      `${name} cannot be set together with SHOP_FIREBASE_PROJECT_ID: ${inTheCloud}.`,
    )
  }
}

/** The keys have the same names as in other S3 tools. */
function readBucket(environment: Environment): BucketConfig | undefined {
  const url = read(environment, 'SHOP_PHOTOS_BUCKET')
  if (url === undefined) return undefined
  const accessKeyId = read(environment, 'AWS_ACCESS_KEY_ID')
  const secretAccessKey = read(environment, 'AWS_SECRET_ACCESS_KEY')
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new ConfigError('SHOP_PHOTOS_BUCKET needs its keys: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.')
  }
  const region = read(environment, 'AWS_REGION')
  const sessionToken = read(environment, 'AWS_SESSION_TOKEN')
  return { url, region, accessKeyId, secretAccessKey, sessionToken }
}

/** Neither of the two folders may be in the other: a backup would contain itself, and removing old ones could remove data. */
function readBackup(environment: Environment): BackupConfig | undefined {
  const folder = read(environment, 'SHOP_BACKUP_DIR')
  const dataDir = read(environment, 'SHOP_DATA_DIR')
  const keepDays = read(environment, 'SHOP_BACKUP_KEEP')
  const ping = read(environment, 'SHOP_BACKUP_PING')
  refuse(ping !== undefined && folder === undefined, 'SHOP_BACKUP_PING needs SHOP_BACKUP_DIR.')
  if (folder === undefined) return undefined
  refuse(
    isInside(folder, dataDir) || isInside(dataDir, folder),
    `SHOP_BACKUP_DIR is "${folder}", but it must be outside of the data folder ${dataDir}, and must not contain it.`,
  )
  return { folder, keepDays, ping }
}

function checkPublicShop({ http, shop: { origin }, identity, cloud }: Config): void {
  const isHttps = origin?.startsWith('https:') ?? false
  refuse(http.hstsSubdomains && !isHttps, 'SHOP_HSTS_SUBDOMAINS=on needs a SHOP_ORIGIN that starts with https://.')
  if (origin === undefined) return
  const notPublic = 'it cannot be set in a public shop (SHOP_ORIGIN).'
  refuse(!http.rateLimits, `SHOP_RATE_LIMITS=off is for benchmarks and tests only: ${notPublic}`)
  refuse(identity.isEmulator, `SHOP_IDENTITY_EMULATOR=1 lets anyone sign in as anyone: ${notPublic}`)
  const { firestore, auth } = cloud?.emulators ?? {}
  refuse(firestore !== undefined, `FIRESTORE_EMULATOR_HOST is for tests only: ${notPublic}`)
  refuse(auth !== undefined, `FIREBASE_AUTH_EMULATOR_HOST is for tests only: ${notPublic}`)
}

function refuse(isWrong: boolean, message: string): void {
  if (isWrong) throw new ConfigError(message)
}

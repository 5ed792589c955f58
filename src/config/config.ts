import { isInside } from '@stockinette/sqlite/files.ts'

import { isOwnNumber } from '../domain/contact/own-number.ts'
import type { SettingsSeeds } from '../domain/shop-settings.ts'
import type { BucketConfig } from '../photos/storage/bucket-store.ts'
import { withSecrets } from './providers.ts'
import { given, read, refuseUnknownNames, type Environment, type SettingName } from './read.ts'
import { ConfigError, type Setting } from './setting.ts'
import { settings } from './settings.ts'

/** All settings, checked. `docs/configuration.md` has a table of the variables. */
export type Config = Readonly<ReturnType<typeof readConfig>>

/** The Firebase project with the shop's items and accounts. */
export type CloudConfig = NonNullable<Config['cloud']>

/**
 * Reads the configuration from environment variables. Nothing else reads them.
 *
 * @throws ConfigError for an unknown `SHOP_*` name, an invalid value, or settings that exclude each other.
 */
export function readConfig(environment: Environment) {
  refuseUnknownNames(environment)
  const config = {
    http: {
      host: read(environment, 'HOST'),
      port: read(environment, 'PORT'),
      /** How many proxies in front of the shop add to `X-Forwarded-For`. */
      trustedProxies: read(environment, 'SHOP_TRUST_PROXY'),
      /** Whether sign-ups and new items are limited by account and by address. */
      rateLimits: read(environment, 'SHOP_RATE_LIMITS'),
      /** Whether browsers must also use https for every subdomain of the shop's host. */
      hstsSubdomains: read(environment, 'SHOP_HSTS_SUBDOMAINS'),
    },
    /** Lines of the log below it are left out. */
    logLevel: read(environment, 'SHOP_LOG_LEVEL'),
    /** The absolute path of the folder with all data of the shop. */
    dataDir: read(environment, 'SHOP_DATA_DIR'),
    shop: {
      /** The public origin, without a trailing slash; `undefined` in a preview environment. */
      origin: read(environment, 'SHOP_ORIGIN'),
      seeds: readSeeds(environment),
    },
    identity: readIdentity(environment),
    mail: {
      /** The mail server; `undefined` when none is set. */
      smtp: read(environment, 'SHOP_SMTP_URL'),
    },
    /** `undefined` in embedded mode. */
    cloud: readCloud(environment),
    photos: {
      /** The bucket that stores photos; `undefined` for the data folder. */
      bucket: readBucket(environment),
      /** Whether the shop stores its own copies of pictures from other servers. */
      copiesPictures: read(environment, 'SHOP_COPY_PICTURES'),
    },
    /** `undefined` when the shop makes no backups by itself. */
    backup: readBackup(environment),
  }
  checkPublicShop(config)
  return config
}

/**
 * First values of the settings that owners change. The number of the examples is not stored: it would keep the number of a
 * corrected environment from being used.
 */
function readSeeds(environment: Environment): SettingsSeeds {
  const number = read(environment, 'SHOP_WHATSAPP') ?? ''
  return {
    name: read(environment, 'SHOP_NAME'),
    whatsapp: isOwnNumber(number) ? number : undefined,
    instagram: read(environment, 'SHOP_INSTAGRAM'),
    whoMayAdd: read(environment, 'SHOP_WHO_MAY_ADD'),
  }
}

/** Settings for accounts and sign-in. */
function readIdentity(environment: Environment) {
  const providers = read(environment, 'SHOP_OIDC_PROVIDERS') ?? []
  const isPublic = read(environment, 'SHOP_ORIGIN') !== undefined
  return {
    passwordPolicy: read(environment, 'SHOP_PASSWORD_POLICY'),
    /** Who makes accounts with an e-mail address. */
    signUp: read(environment, 'SHOP_SIGN_UP') ?? (isPublic ? 'owners' : 'anyone'),
    /** OpenID Connect providers to sign in with. */
    providers: withSecrets(providers, read(environment, 'SHOP_OIDC_SECRETS') ?? new Map()),
    /** Test mode: anyone can sign in as anyone. */
    isEmulator: read(environment, 'SHOP_IDENTITY_EMULATOR'),
    /** Whether pages send the ID token to the server, which stores it in a cookie; or the path for these requests. */
    tokenSync: read(environment, 'SHOP_TOKEN_SYNC'),
  }
}

/** The variables of the emulators are ignored in embedded mode. */
function readCloud(environment: Environment) {
  const names = ['SHOP_FIREBASE_PROJECT_ID', 'SHOP_FIREBASE_API_KEY', 'SHOP_FIREBASE_AUTH_DOMAIN'] as const
  const [projectId, apiKey, authDomain] = names.map((name) => read(environment, name))
  if (projectId !== undefined && apiKey !== undefined && authDomain !== undefined) {
    refuseEmbeddedSettings(environment)
    /** In place of Google's services, as `host:port`; `undefined` for Google itself. */
    const emulators = {
      firestore: read(environment, 'FIRESTORE_EMULATOR_HOST'),
      auth: read(environment, 'FIREBASE_AUTH_EMULATOR_HOST'),
    }
    return { projectId, apiKey, authDomain, emulators }
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
function readBackup(environment: Environment) {
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

import { ConfigError, must, read, readSecret, type Environment } from './read.ts'

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

const names = ['SHOP_FIREBASE_PROJECT_ID', 'SHOP_FIREBASE_API_KEY', 'SHOP_FIREBASE_AUTH_DOMAIN'] as const
const emulatorNames = ['FIRESTORE_EMULATOR_HOST', 'FIREBASE_AUTH_EMULATOR_HOST'] as const

/** Settings for embedded mode only, and what replaces each of them in cloud mode. */
const embeddedOnly: Readonly<Record<string, string>> = {
  SHOP_BACKUP_DIR: 'Firestore and the bucket have their own backups, see docs/deploy.md',
  SHOP_BACKUP_KEEP: 'Firestore and the bucket have their own backups, see docs/deploy.md',
  SHOP_IDENTITY_EMULATOR: 'FIREBASE_AUTH_EMULATOR_HOST names an emulator',
  SHOP_OIDC_PROVIDERS: 'other providers are set up in the Firebase console',
  SHOP_OIDC_SECRETS: 'other providers are set up in the Firebase console',
  SHOP_PASSWORD_POLICY: 'the password policy is set in the Firebase console',
  SHOP_SMTP_URL: 'Firebase sends the e-mails',
}

/**
 * @returns `undefined` in embedded mode, which ignores the variables of the emulators.
 * @throws ConfigError for an invalid value, when some of the three settings are missing, or for settings that they exclude.
 */
export function readCloudConfig(environment: Environment): CloudConfig | undefined {
  const given = names.filter((name) => isSet(environment, name))
  if (given.length === 0) return undefined
  const missing = names.filter((name) => !given.includes(name))
  if (missing.length > 0)
    throw new ConfigError(`${missing.join(' and ')} must be set together with ${given.join(' and ')}.`)
  refuseEmbeddedSettings(environment)
  return {
    projectId: read(environment, names[0], '', parseProjectId),
    apiKey: readSecret(environment, names[1], '', parseApiKey),
    authDomain: read(environment, names[2], '', parseAuthDomain),
    emulators: {
      firestore: read(environment, emulatorNames[0], undefined, parseHostAndPort),
      auth: read(environment, emulatorNames[1], undefined, parseHostAndPort),
    },
  }
}

function refuseEmbeddedSettings(environment: Environment): void {
  for (const [name, instead] of Object.entries(embeddedOnly)) {
    if (isSet(environment, name) && environment[name]?.trim() !== '0') {
      throw new ConfigError(`${name} cannot be set together with SHOP_FIREBASE_PROJECT_ID: ${instead}.`)
    }
  }
  const emulator = emulatorNames.find((name) => isSet(environment, name))
  if (emulator !== undefined && isSet(environment, 'SHOP_ORIGIN')) {
    throw new ConfigError(`${emulator} is for tests only: it cannot be set in a public shop (SHOP_ORIGIN).`)
  }
}

function isSet(environment: Environment, name: string): boolean {
  return Boolean(environment[name]?.trim())
}

/** Google Cloud's rule for project ids. */
function parseProjectId(value: string): string {
  const isValid = /^[a-z][a-z0-9-]{4,28}[a-z0-9]$/.test(value)
  return isValid ? value : must('the id of a Firebase project: 6 to 30 lower-case letters, digits and hyphens')
}

function parseApiKey(value: string): string {
  return /^[\w-]{1,200}$/.test(value) ? value : must('the web API key of the Firebase project')
}

/** Only a host name: the value is part of the pages' content security policy. */
function parseAuthDomain(value: string): string {
  const isHost = /^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i.test(value)
  return isHost ? value : must('a host such as PROJECT.firebaseapp.com, without https:// and path')
}

function parseHostAndPort(value: string): string {
  const isValid = /^(?:[a-z\d.-]+|\[[a-f\d:]+\]):\d{1,5}$/i.test(value) && URL.canParse(`http://${value}`)
  return isValid ? value : must('a host and a port, such as 127.0.0.1:8080')
}

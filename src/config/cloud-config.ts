import { ConfigError, must, read, readSecret } from './read.ts'
import type { Environment } from './read.ts'

/** The Firebase project that keeps the shop's items and its visitors' accounts. */
export interface CloudConfig {
  readonly projectId: string
  /** What browsers show to Firebase; public, as every page that signs in holds it. */
  readonly apiKey: string
  /** The host of Firebase's own pages for signing in. */
  readonly authDomain: string
  /** What stands in for Google's services, as `host:port`; `undefined` is Google itself. */
  readonly emulators: {
    readonly firestore: string | undefined
    readonly auth: string | undefined
  }
}

const names = ['SHOP_FIREBASE_PROJECT_ID', 'SHOP_FIREBASE_API_KEY', 'SHOP_FIREBASE_AUTH_DOMAIN'] as const
const emulatorNames = ['FIRESTORE_EMULATOR_HOST', 'FIREBASE_AUTH_EMULATOR_HOST'] as const

/** What is set about the embedded identity service, and what takes its place in a Firebase project. */
const embeddedAlone: Readonly<Record<string, string>> = {
  SHOP_IDENTITY_EMULATOR: 'FIREBASE_AUTH_EMULATOR_HOST names an emulator',
  SHOP_OIDC_PROVIDERS: 'other providers are set up in the Firebase console',
  SHOP_OIDC_SECRETS: 'other providers are set up in the Firebase console',
  SHOP_PASSWORD_POLICY: 'the password policy is set in the Firebase console',
  SHOP_SMTP_URL: 'Firebase sends the letters',
}

/**
 * @returns `undefined` in embedded mode; then the emulators' variables are not looked at.
 * @throws ConfigError for a bad value, a part of the three settings, or others that they exclude.
 */
export function readCloudConfig(environment: Environment): CloudConfig | undefined {
  const given = names.filter((name) => isSet(environment, name))
  if (given.length === 0) return undefined
  const missing = names.filter((name) => !given.includes(name))
  if (missing.length > 0) throw new ConfigError(`${missing.join(' and ')} must be set too: ${given.join(', ')} is.`)
  refuseOthers(environment)
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

function refuseOthers(environment: Environment): void {
  for (const [name, instead] of Object.entries(embeddedAlone)) {
    if (isSet(environment, name) && environment[name]?.trim() !== '0') {
      throw new ConfigError(`${name} cannot be set together with SHOP_FIREBASE_PROJECT_ID: ${instead}.`)
    }
  }
  const emulator = emulatorNames.find((name) => isSet(environment, name))
  if (emulator !== undefined && isSet(environment, 'SHOP_ORIGIN')) {
    throw new ConfigError(`${emulator} is for tests alone: a public shop (SHOP_ORIGIN) cannot have it.`)
  }
}

function isSet(environment: Environment, name: string): boolean {
  return Boolean(environment[name]?.trim())
}

/** Google Cloud's own rule for a project's id. */
function parseProjectId(value: string): string {
  const isGood = /^[a-z][a-z0-9-]{4,28}[a-z0-9]$/.test(value)
  return isGood ? value : must('the id of a Firebase project: 6 to 30 small letters, digits and hyphens')
}

function parseApiKey(value: string): string {
  return /^[\w-]{1,200}$/.test(value) ? value : must('the web API key of the Firebase project')
}

/** What is no host name at all would also end the pages' content security policy, where it stands. */
function parseAuthDomain(value: string): string {
  const isHost = /^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i.test(value)
  return isHost ? value : must('a host such as PROJECT.firebaseapp.com, without https:// and path')
}

function parseHostAndPort(value: string): string {
  const isGood = /^(?:[a-z\d.-]+|\[[a-f\d:]+\]):\d{1,5}$/i.test(value) && URL.canParse(`http://${value}`)
  return isGood ? value : must('a host and a port, such as 127.0.0.1:8080')
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { identityFile } from '@stockinette/identity/storage/schema.ts'
import { openDataFolder, requireRestored, type DataFolder } from '@stockinette/sqlite/data-folder.ts'
import { FolderInUseError } from '@stockinette/sqlite/errors.ts'
import pRetry from 'p-retry'
import { destination, pino } from 'pino'

import { refuseTornDatabases } from '../backup/torn-copy.ts'
import { openShopDatabase } from '../catalogue/sqlite/shop-database.ts'
import { commandName } from '../command-name.ts'
import type { CloudConfig, Config } from '../config/config.ts'
import { embeddedProjectId } from '../config/identity-config.ts'
import type { SettingsSeeds } from '../domain/shop-settings.ts'
import type { Log } from '../log.ts'
import { createClaiming } from '../owners/claiming.ts'
import { openEmbeddedIdentity } from '../owners/embedded/identity.ts'
import { createNotify } from '../owners/notices/notify.ts'
import { createSqliteSettings } from '../shop-settings/sqlite-settings.ts'
import { RefusedError } from './command.ts'
import { createAdminApi, type AdminServices } from './socket/admin-api.ts'
import { readAnswer, sendToRunningShop, type AdminRequest, type CommandOptions } from './socket/admin-client.ts'
import { mayBeUndone } from './socket/upgrade-gate.ts'

export interface SendOptions extends CommandOptions {
  /**
   * Opens the services of a shop that is not running, with its data folder locked, until `opened` is disposed of; by default
   * those for accounts.
   */
  readonly open?: (config: Config, opened: AsyncDisposableStack) => Promise<Partial<AdminServices>>
  /** Whether the command may create the data folder. */
  readonly mayCreate?: boolean
}

export function shopNotFound(dataDir: string): RefusedError {
  return new RefusedError(`There is no shop in ${dataDir}. Set SHOP_DATA_DIR to the shop's data folder.`)
}

/** @throws RefusedError when no shop has ever been started on a data folder; StartError when a restore into it has not ended. */
export function requireShop(dataDir: string): void {
  requireRestored(dataDir)
  if (!existsSync(join(dataDir, identityFile))) throw shopNotFound(dataDir)
}

const withFirebase = 'The accounts of this shop are kept by Firebase Authentication (SHOP_FIREBASE_PROJECT_ID is set)'

/**
 * @param instead what to use for the accounts of a Firebase project.
 * @throws RefusedError in cloud mode.
 */
export function requireEmbeddedIdentity({ cloud }: Pick<Config, 'cloud'>, instead: string): void {
  if (cloud !== undefined) throw new RefusedError(`${withFirebase}: ${instead}`)
}

/**
 * Sends a command to the shop that runs on the data folder, or runs it here, with the folder locked, when none runs.
 *
 * @throws RefusedError; StartError when the folder is not usable.
 */
export async function sendCommand<T extends object>(
  config: Config,
  request: AdminRequest,
  options: SendOptions = {},
): Promise<T> {
  const { open = openAccounts, mayCreate = false, ...sending } = options
  return retryWhileLocked(async () => {
    const answer = await sendToRunningShop<T>(config.dataDir, request, sending)
    if (answer !== undefined) return answer
    if (!mayCreate) requireShop(config.dataDir)
    await using opened = new AsyncDisposableStack()
    return await runCommand<T>(await open(config, opened), config, request, sending)
  }, sending.signal)
}

/** Some five seconds: ten times what a shop needs from the lock of its folder to its first answer. */
const patience = { retries: 25, minTimeout: 200, factor: 1 }

/**
 * Asks the running shop, or else opens its data folder; again while a process has locked the folder and does not answer: a
 * shop that is starting, or another command.
 *
 * @param signal ends the wait.
 * @throws what `run` throws; FolderInUseError when the folder stays locked.
 */
export function retryWhileLocked<T>(run: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const shouldRetry = ({ error }: { error: Error }) => error instanceof FolderInUseError
  return pRetry(run, { ...patience, shouldRetry, ...(signal && { signal }) })
}

/** Runs a command in this process, as a running shop would. */
async function runCommand<T extends object>(
  services: Partial<AdminServices>,
  { shop, http }: Config,
  { command, input }: AdminRequest,
  { signal, report }: CommandOptions = {},
): Promise<T> {
  const origin = shop.origin ?? `http://localhost:${http.port}`
  const api = createAdminApi(services, { origin, log: createCommandLog() })
  const body = JSON.stringify(input)
  const response = await api.request(`/${command}`, { method: 'POST', body, ...(signal && { signal }) })
  try {
    return await readAnswer<T>(response.body ?? new ReadableStream(), report)
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  }
}

/**
 * Locks a data folder until `opened` is disposed of.
 *
 * @throws StartError, also for a copy whose databases are not complete; RefusedError while an upgrade may be undone, and with it
 *   what a command stores.
 */
export function lockFolder(dataDir: string, opened: AsyncDisposableStack): DataFolder {
  const locked = opened.adopt(openDataFolder(dataDir), (folder) => folder.close())
  if (mayBeUndone(locked.path)) {
    throw new RefusedError(
      `The shop in ${locked.path} is being upgraded. If no command does that now, run ${commandName} upgrade again, or start the shop.`,
    )
  }
  refuseTornDatabases(locked.path)
  return locked
}

async function openAccounts({ dataDir, identity }: Config, opened: AsyncDisposableStack) {
  return openLockedAccounts(lockFolder(dataDir, opened).path, identity, opened)
}

/**
 * The accounts and owners of a data folder that this process has locked. Upgrades its databases.
 *
 * @throws StartError
 */
export async function openLockedAccounts(
  dataDir: string,
  identitySettings: Config['identity'],
  opened: AsyncDisposableStack,
) {
  const log = createCommandLog()
  const database = opened.use(openShopDatabase({ path: dataDir }, log))
  const settings = { ...identitySettings, isRateLimited: true }
  // A command ends before it could know that the clock is right.
  const options = { database, dataDir, projectId: embeddedProjectId, log, settings, cleansUp: false }
  const { identity, claiming, notices } = await openEmbeddedIdentity(options)
  opened.adopt(identity, (service) => service.close())
  return { administration: identity.administration, claiming, notices }
}

/**
 * The log of a command, on standard error: its output goes to standard output. On a terminal that is enough for the person who reads
 * it. Where it cannot be written, such as to a file on a full disk, the command goes on.
 */
export function createCommandLog(): Log {
  const output = destination({ dest: 2, sync: true }).on('error', () => {})
  return pino({ base: null, level: process.stderr.isTTY ? 'warn' : 'info' }, output)
}

/**
 * Runs a command about owners in the running shop, or in cloud mode directly in the Firebase project.
 *
 * @throws RefusedError; StartError
 */
export async function sendOwnerCommand<T extends object>(
  config: Config,
  request: AdminRequest,
  options?: SendOptions,
): Promise<T> {
  if (config.cloud === undefined) return sendCommand<T>(config, request, options)
  return runCommand<T>(await openProject(config.cloud), config, request)
}

/**
 * Runs a command about the shop's settings in the running shop, or with its data folder locked, or in the Firebase project.
 *
 * @throws RefusedError; StartError
 */
export async function sendSettingsCommand<T extends object>(config: Config, request: AdminRequest): Promise<T> {
  if (config.cloud === undefined) return sendCommand<T>(config, request, { open: openFolderSettings })
  await using opened = new AsyncDisposableStack()
  const services = await openProjectSettings(config.cloud, config.shop.seeds, opened)
  return await runCommand<T>(services, config, request)
}

/** Stores the seeds first: what is saved without them would take their place. */
async function openFolderSettings({ dataDir, shop: { seeds } }: Config, opened: AsyncDisposableStack) {
  const log = createCommandLog()
  const database = opened.use(openShopDatabase(lockFolder(dataDir, opened), log))
  return { settings: createSqliteSettings({ database, seeds, log }) }
}

/** As `openFolderSettings`. */
async function openProjectSettings(
  { projectId, emulators }: CloudConfig,
  seeds: SettingsSeeds,
  opened: AsyncDisposableStack,
) {
  const { openFirestore } = await import('../google/open-firestore.ts')
  const { FirestoreSettings } = await import('../shop-settings/firestore-settings.ts')
  const { firestore } = await openFirestore(projectId, emulators.firestore)
  const options = { firestore, seeds, log: createCommandLog() }
  const settings = opened.adopt(new FirestoreSettings(options), (store) => store.close())
  await settings.read() // Rejects where Firestore cannot be reached.
  await new Promise((resolve) => settings.watch(resolve)) // The seeds are stored then.
  return { settings }
}

async function openProject({ projectId, apiKey, emulators }: CloudConfig) {
  const { openFirestore } = await import('../google/open-firestore.ts')
  const { createFirestoreNotices } = await import('../owners/notices/firestore-notices.ts')
  const { createFirestoreOwners } = await import('../owners/firestore-owners.ts')
  const { createFirebaseAccounts } = await import('../owners/firebase-accounts.ts')
  const { createProjectCalls } = await import('../google/project-calls.ts')
  const client = await openFirestore(projectId, emulators.firestore)
  const owners = createFirestoreOwners(client)
  const notify = createNotify({ notices: createFirestoreNotices(client), owners, log: createCommandLog() })
  const accounts = createFirebaseAccounts(createProjectCalls({ projectId, emulatorHost: emulators.auth }), apiKey)
  return { claiming: createClaiming({ owners, accounts, notify }) }
}

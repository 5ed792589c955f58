import { openDataFolder, type DataFolder } from '@stockinette/sqlite/data-folder.ts'
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
import { readAnswer, type AdminRequest, type CommandOptions } from './socket/admin-client.ts'
import { mayBeUndone } from './socket/upgrade-marker.ts'

// The services of a shop in the process of a command: of a data folder on which no shop runs, or of a Firebase project.

/** Runs a command in this process, as a running shop would. */
export async function runCommand<T extends object>(
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

/**
 * The log of a command, on standard error: its output goes to standard output. On a terminal that is enough for the person who reads
 * it. Where it cannot be written, such as to a file on a full disk, the command goes on.
 */
export function createCommandLog(): Log {
  const output = destination({ dest: 2, sync: true }).on('error', () => {})
  return pino({ base: null, level: process.stderr.isTTY ? 'warn' : 'info' }, output)
}

export async function openAccounts({ dataDir, identity }: Config, opened: AsyncDisposableStack) {
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

/** Stores the seeds first: what is saved without them would take their place. */
export async function openFolderSettings({ dataDir, shop: { seeds } }: Config, opened: AsyncDisposableStack) {
  const log = createCommandLog()
  const database = opened.use(openShopDatabase(lockFolder(dataDir, opened), log))
  return { settings: createSqliteSettings({ database, seeds, log }) }
}

/** As `openFolderSettings`. */
export async function openProjectSettings(
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

export async function openProject({ projectId, apiKey, emulators }: CloudConfig) {
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

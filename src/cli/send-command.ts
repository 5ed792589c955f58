import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { identityFile } from '@stockinette/identity/storage/schema.ts'
import { openDataFolder, restoreMarker } from '@stockinette/sqlite/data-folder.ts'
import { destination, pino } from 'pino'

import { openShopDatabase } from '../catalogue/sqlite/shop-database.ts'
import type { CloudConfig, Config } from '../config/config.ts'
import { embeddedProjectId } from '../config/identity-config.ts'
import type { Log } from '../log.ts'
import { createClaiming } from '../owners/claiming.ts'
import { openEmbeddedIdentity } from '../owners/embedded/identity.ts'
import { sendToRunningShop } from './socket/admin-client.ts'
import {
  createAccountCommands,
  createOwnerCommands,
  runAdminCommand,
  type AdminRequest,
  type AdminResponse,
} from './socket/admin-commands.ts'

/** A valid command that was refused; `message` has the reason. */
export class RefusedError extends Error {
  override name = 'RefusedError'
}

export function shopNotFound(dataDir: string): RefusedError {
  return new RefusedError(`There is no shop in ${dataDir}. Set SHOP_DATA_DIR to the shop's data folder.`)
}

/**
 * A folder whose restore has not ended passes: opening it says what to do.
 *
 * @throws RefusedError when no shop has ever been started on a data folder.
 */
export function requireShop(dataDir: string): void {
  if (![identityFile, restoreMarker].some((name) => existsSync(join(dataDir, name)))) throw shopNotFound(dataDir)
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
  { dataDir }: Pick<Config, 'dataDir'>,
  request: AdminRequest,
): Promise<T> {
  const result = (await sendToRunningShop(dataDir, request)) ?? (await runCommandHere(dataDir, request))
  if ('problem' in result) throw new RefusedError(result.problem)
  return result.answer as T
}

async function runCommandHere(dataDir: string, request: AdminRequest): Promise<AdminResponse> {
  requireShop(dataDir)
  await using opened = new AsyncDisposableStack()
  const folder = opened.adopt(openDataFolder(dataDir), (held) => held.close())
  const log = createCommandLog()
  const database = opened.use(openShopDatabase(folder, log))
  const options = { database, dataDir: folder.path, projectId: embeddedProjectId, log }
  const { identity, claiming } = await openEmbeddedIdentity(options)
  opened.adopt(identity, (service) => service.close())
  return await runAdminCommand(new Map([...createAccountCommands(identity), ...createOwnerCommands(claiming)]), request)
}

/** The log of a command, on standard error: its output goes to standard output. */
export function createCommandLog(): Log {
  return pino({ base: null }, destination({ dest: 2, sync: true }))
}

/**
 * Runs a command about owners in the running shop, or in cloud mode directly in the Firebase project.
 *
 * @throws RefusedError; StartError
 */
export async function sendOwnerCommand<T extends object>(config: Config, request: AdminRequest): Promise<T> {
  if (config.cloud === undefined) return sendCommand<T>(config, request)
  const result = await runInProject(config.cloud, request)
  if ('problem' in result) throw new RefusedError(result.problem)
  return result.answer as T
}

async function runInProject({ projectId, apiKey, emulators }: CloudConfig, request: AdminRequest) {
  const { closeFirestore, openFirestore } = await import('../google/open-firestore.ts')
  const { createFirestoreOwners } = await import('../owners/firestore-owners.ts')
  const { createFirebaseAccounts } = await import('../owners/firebase-accounts.ts')
  const { createProjectCalls } = await import('../google/project-calls.ts')
  const client = await openFirestore(projectId, emulators.firestore)
  try {
    const owners = createFirestoreOwners(client)
    const accounts = createFirebaseAccounts(createProjectCalls({ projectId, emulatorHost: emulators.auth }), apiKey)
    return await runAdminCommand(createOwnerCommands(createClaiming({ owners, accounts })), request)
  } finally {
    await closeFirestore(client)
  }
}

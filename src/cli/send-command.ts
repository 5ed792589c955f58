import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { identityFile } from '@stockinette/identity/storage/schema.ts'
import { requireRestored } from '@stockinette/sqlite/data-folder.ts'
import { FolderInUseError } from '@stockinette/sqlite/errors.ts'
import pRetry from 'p-retry'

import type { Config } from '../config/config.ts'
import { RefusedError } from './command.ts'
import type { AdminServices } from './socket/admin-api.ts'
import { sendToRunningShop, type AdminRequest, type CommandOptions } from './socket/admin-client.ts'

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

/** Most commands need only the shop that runs, and loading these takes as long as all the rest of a command. */
const loadServices = () => import('./services.ts')

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
  const { open, mayCreate = false, ...sending } = options
  return retryWhileLocked(async () => {
    const answer = await sendToRunningShop<T>(config.dataDir, request, sending)
    if (answer !== undefined) return answer
    if (!mayCreate) requireShop(config.dataDir)
    const { openAccounts, runCommand } = await loadServices()
    await using opened = new AsyncDisposableStack()
    return await runCommand<T>(await (open ?? openAccounts)(config, opened), config, request, sending)
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
  const { openProject, runCommand } = await loadServices()
  return runCommand<T>(await openProject(config.cloud), config, request)
}

/**
 * Runs a command about the shop's settings in the running shop, or with its data folder locked, or in the Firebase project.
 *
 * @throws RefusedError; StartError
 */
export async function sendSettingsCommand<T extends object>(config: Config, request: AdminRequest): Promise<T> {
  if (config.cloud === undefined) {
    const open: SendOptions['open'] = async (...shop) => (await loadServices()).openFolderSettings(...shop)
    return sendCommand<T>(config, request, { open })
  }
  const { openProjectSettings, runCommand } = await loadServices()
  await using opened = new AsyncDisposableStack()
  const services = await openProjectSettings(config.cloud, config.shop.seeds, opened)
  return await runCommand<T>(services, config, request)
}

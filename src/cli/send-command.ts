import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { openDataFolder } from '@stockinette/sqlite/data-folder.ts'

import { openShopDatabase } from '../catalogue/sqlite/shop-database.ts'
import type { Config } from '../config/config.ts'
import { embeddedProjectId } from '../config/identity-config.ts'
import { openEmbeddedIdentity } from '../owners/embedded/identity.ts'
import { createCommandLog } from './command-log.ts'
import { createAccountCommands } from './socket/account-commands.ts'
import { sendToRunningShop } from './socket/admin-client.ts'
import { createOwnerCommands } from './socket/owner-commands.ts'
import { runAdminCommand, type AdminRequest, type AdminResponse } from './socket/run-admin-command.ts'

/** A valid command that was refused; `message` has the reason. */
export class RefusedError extends Error {
  override name = 'RefusedError'
}

export function shopNotFound(dataDir: string): RefusedError {
  return new RefusedError(`There is no shop in ${dataDir}. Set SHOP_DATA_DIR to the shop's data folder.`)
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
  if (!existsSync(join(dataDir, 'identity.sqlite'))) {
    throw shopNotFound(dataDir)
  }
  await using opened = new AsyncDisposableStack()
  const folder = opened.adopt(openDataFolder(dataDir), (held) => held.close())
  const database = opened.use(openShopDatabase(folder))
  const options = { database, dataDir: folder.path, projectId: embeddedProjectId, log: createCommandLog() }
  const { identity, claiming } = await openEmbeddedIdentity(options)
  opened.adopt(identity, (service) => service.close())
  return await runAdminCommand(new Map([...createAccountCommands(identity), ...createOwnerCommands(claiming)]), request)
}

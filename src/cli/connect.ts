import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { openDataFolder } from '@stockinette/sqlite/data-folder.ts'

import { openShopDatabase } from '../catalogue/sqlite/shop-database.ts'
import type { Config } from '../config/config.ts'
import { embeddedProjectId } from '../config/identity-config.ts'
import { openEmbeddedIdentity } from '../owners/embedded/identity.ts'
import { createCommandLog } from './command-log.ts'
import { createAccountCommands } from './socket/account-commands.ts'
import { askRunningShop } from './socket/admin-client.ts'
import { answerAdmin } from './socket/answer.ts'
import type { AdminAnswer, AdminRequest } from './socket/answer.ts'
import { createOwnerCommands } from './socket/owner-commands.ts'

/** The command was understood, and the answer is no; `message` says why. */
export class RefusedError extends Error {
  override name = 'RefusedError'
}

export function noShop(dataDir: string): RefusedError {
  return new RefusedError(`${dataDir} holds no shop. Set SHOP_DATA_DIR to the folder of the one that you mean.`)
}

const withFirebase = 'The accounts of this shop are kept by Firebase Authentication (SHOP_FIREBASE_PROJECT_ID is set)'

/**
 * @param instead what does the same for the accounts of a Firebase project, which are not the shop's.
 * @throws RefusedError when a Firebase project has the accounts.
 */
export function requireOwnAccounts({ cloud }: Pick<Config, 'cloud'>, instead: string): void {
  if (cloud !== undefined) throw new RefusedError(`${withFirebase}: ${instead}`)
}

/**
 * Has a command done by the shop that runs on the data folder, or here, with the folder held, when none runs.
 *
 * @throws RefusedError; StartError when the folder cannot be used.
 */
export async function reachShop<T extends object>(
  { dataDir }: Pick<Config, 'dataDir'>,
  request: AdminRequest,
): Promise<T> {
  const result = (await askRunningShop(dataDir, request)) ?? (await answerHere(dataDir, request))
  if ('problem' in result) throw new RefusedError(result.problem)
  return result.answer as T
}

async function answerHere(dataDir: string, request: AdminRequest): Promise<AdminAnswer> {
  if (!existsSync(join(dataDir, 'identity.sqlite'))) {
    throw noShop(dataDir)
  }
  await using opened = new AsyncDisposableStack()
  const folder = opened.adopt(openDataFolder(dataDir), (held) => held.close())
  const database = opened.use(openShopDatabase(folder))
  const options = { database, dataDir: folder.path, projectId: embeddedProjectId, log: createCommandLog() }
  const { identity, claiming } = await openEmbeddedIdentity(options)
  opened.adopt(identity, (service) => service.close())
  return await answerAdmin(new Map([...createAccountCommands(identity), ...createOwnerCommands(claiming)]), request)
}

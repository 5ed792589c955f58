import type { CloudConfig } from '../config/cloud-config.ts'
import type { Config } from '../config/config.ts'
import { createClaiming } from '../owners/claiming.ts'
import { RefusedError, reachShop } from './connect.ts'
import { answerAdmin } from './socket/answer.ts'
import type { AdminRequest } from './socket/answer.ts'
import { createOwnerCommands } from './socket/owner-commands.ts'

/**
 * Has a command about owners done: by the shop on this machine, or, where a Firebase project keeps them, there.
 *
 * @throws RefusedError; StartError
 */
export async function reachClaiming<T extends object>(config: Config, request: AdminRequest): Promise<T> {
  if (config.cloud === undefined) return reachShop<T>(config, request)
  const result = await answerFromProject(config.cloud, request)
  if ('problem' in result) throw new RefusedError(result.problem)
  return result.answer as T
}

async function answerFromProject({ projectId, apiKey, emulators }: CloudConfig, request: AdminRequest) {
  const { openFirestore } = await import('../google/open-firestore.ts')
  const { createFirestoreOwners } = await import('../owners/firestore-owners.ts')
  const { createFirebaseAccounts } = await import('../owners/firebase-accounts.ts')
  const { createProjectCalls } = await import('../google/project-calls.ts')
  const client = await openFirestore(projectId, emulators.firestore)
  try {
    const owners = createFirestoreOwners(client)
    const accounts = createFirebaseAccounts(createProjectCalls({ projectId, emulatorHost: emulators.auth }), apiKey)
    return await answerAdmin(createOwnerCommands(createClaiming({ owners, accounts })), request)
  } finally {
    await client.firestore.terminate()
  }
}

import type { CloudConfig } from '../config/cloud-config.ts'
import type { Config } from '../config/config.ts'
import { createClaiming } from '../owners/claiming.ts'
import { RefusedError, sendCommand } from './send-command.ts'
import { createOwnerCommands } from './socket/owner-commands.ts'
import { runAdminCommand, type AdminRequest } from './socket/run-admin-command.ts'

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
  const { openFirestore } = await import('../google/open-firestore.ts')
  const { createFirestoreOwners } = await import('../owners/firestore-owners.ts')
  const { createFirebaseAccounts } = await import('../owners/firebase-accounts.ts')
  const { createProjectCalls } = await import('../google/project-calls.ts')
  const client = await openFirestore(projectId, emulators.firestore)
  try {
    const owners = createFirestoreOwners(client)
    const accounts = createFirebaseAccounts(createProjectCalls({ projectId, emulatorHost: emulators.auth }), apiKey)
    return await runAdminCommand(createOwnerCommands(createClaiming({ owners, accounts })), request)
  } finally {
    await client.firestore.terminate()
  }
}

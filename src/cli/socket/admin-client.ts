import { once } from 'node:events'
import { connect } from 'node:net'

import { readAll } from './read-all.ts'
import type { AdminRequest, AdminResponse } from './run-admin-command.ts'
import { adminSocketPath } from './socket-path.ts'

/**
 * Sends a command to the shop that runs on a data folder; `undefined` when none runs or it cannot be reached.
 *
 * @param folder absolute.
 * @throws Error when this user is not allowed to, or the shop stopped before it responded.
 */
export async function sendToRunningShop(folder: string, request: AdminRequest): Promise<AdminResponse | undefined> {
  const socket = connect({ path: adminSocketPath(folder), allowHalfOpen: true })
  try {
    await once(socket, 'connect')
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (['ENOENT', 'ECONNREFUSED', 'EINVAL', 'ENAMETOOLONG'].includes(code)) return undefined
    throw error
  }
  socket.end(JSON.stringify(request))
  try {
    return JSON.parse((await readAll(socket)) || '{"problem":"The shop did not answer."}') as AdminResponse
  } finally {
    socket.destroy()
  }
}

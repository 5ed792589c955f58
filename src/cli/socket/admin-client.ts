import { once } from 'node:events'
import { connect } from 'node:net'

import type { AdminAnswer, AdminRequest } from './answer.ts'
import { readAll } from './read-all.ts'
import { adminSocketPath } from './socket-path.ts'

/**
 * Has the shop that runs on a data folder do something; `undefined` when none does, or none that can be reached.
 *
 * @param folder absolute.
 * @throws Error when this user may not, or the shop stopped before it answered.
 */
export async function askRunningShop(folder: string, request: AdminRequest): Promise<AdminAnswer | undefined> {
  const socket = connect({ path: adminSocketPath(folder), allowHalfOpen: true })
  try {
    await once(socket, 'connect')
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (['ENOENT', 'ECONNREFUSED', 'EINVAL', 'ENAMETOOLONG'].includes(code)) return undefined
    throw error
  }
  socket.end(JSON.stringify(request))
  return JSON.parse((await readAll(socket)) || '{"problem":"The shop gave no answer."}') as AdminAnswer
}

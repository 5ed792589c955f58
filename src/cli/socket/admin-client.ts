import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'

import { readAtMost } from '@stockinette/bounded-read/bounded-read.ts'

import type { AdminRequest, AdminResponse } from './admin-commands.ts'

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

/**
 * The path of the admin socket of a data folder: a Unix domain socket in it, or on Windows a named pipe. Any process
 * that can access the folder can control the shop.
 *
 * @param folder absolute.
 */
export function adminSocketPath(folder: string, platform = process.platform): string {
  if (platform !== 'win32') return join(folder, 'admin.sock')
  // Only their own user and administrators can write to Node's pipes.
  return `\\\\.\\pipe\\shop-${createHash('sha256').update(folder.toLowerCase()).digest('hex').slice(0, 32)}`
}

const maxBytes = 1024 * 1024

/**
 * Reads until the other end stops sending; the socket stays open for a response.
 *
 * @throws Error when it is more than a megabyte, or the connection is lost.
 */
export async function readAll(socket: Socket): Promise<string> {
  return (await readAtMost(socket.iterator({ destroyOnReturn: false }), maxBytes)).toString()
}

import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'

import type { AdminMessage, AdminRequest, AdminResponse, CommandOptions } from './admin-commands.ts'
import { readLines, toLine } from './lines.ts'

/**
 * Sends a command to the shop that runs on a data folder; `undefined` when none runs or it cannot be reached.
 *
 * @param folder absolute.
 * @throws Error when this user is not allowed to, or the shop stopped before it responded; the reason of `signal`, and the
 *   shop stops the command.
 */
export async function sendToRunningShop(
  folder: string,
  request: AdminRequest,
  { signal, report }: CommandOptions = {},
): Promise<AdminResponse | undefined> {
  const socket = connect({ path: adminSocketPath(folder), allowHalfOpen: true })
  try {
    await once(socket, 'connect')
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (['ENOENT', 'ENOTDIR', 'ECONNREFUSED', 'EINVAL', 'ENAMETOOLONG'].includes(code)) return undefined
    throw error
  }
  const stop = () => socket.destroy()
  signal?.addEventListener('abort', stop, { once: true })
  try {
    // The other direction stays open: the shop stops a command when its client is gone.
    socket.write(toLine(request))
    return await readResponse(socket, report)
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  } finally {
    signal?.removeEventListener('abort', stop)
    socket.destroy()
  }
}

async function readResponse(socket: Socket, report: CommandOptions['report']): Promise<AdminResponse> {
  for await (const line of readLines(socket)) {
    const message = JSON.parse(line) as AdminMessage
    if (!('progress' in message)) return message
    report?.(message.progress)
  }
  return { problem: 'The shop did not answer.' }
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

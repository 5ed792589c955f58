import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { Server, Socket } from 'node:net'

import type { Log } from '../../log.ts'
import { answerAdmin } from './answer.ts'
import type { AdminCommands, AdminRequest } from './answer.ts'
import { readAll } from './read-all.ts'
import { adminSocketPath } from './socket-path.ts'

/** How long whoever has connected may take to say what they want. */
const patienceMs = 2_000

export interface AdminSocketOptions {
  /** The data folder, which this process holds. */
  readonly folder: string
  readonly commands: AdminCommands
  readonly log: Log
}

/** Takes commands from the command line. `close` waits for those that are under way. */
export interface AdminSocket {
  close(): Promise<void>
}

/**
 * Opens the socket of a running shop: one JSON request a connection, then one JSON answer. It is for the shop's own user
 * alone, as all of the data folder is.
 *
 * A shop runs without it where there can be none, as in a folder with a path of more than about a hundred bytes.
 */
export async function openAdminSocket({ folder, commands, log }: AdminSocketOptions): Promise<AdminSocket> {
  const path = adminSocketPath(folder)
  const server = createServer({ allowHalfOpen: true }, (socket) => void serve(socket, commands, log))
  try {
    await listenPrivately(server, path)
  } catch (error) {
    log.warn({ err: error }, 'commands (npm run shop) cannot reach this shop while it runs')
    return { close: () => Promise.resolve() }
  }
  return {
    async close() {
      server.close()
      await once(server, 'close')
    },
  }
}

async function listenPrivately(server: Server, path: string): Promise<void> {
  const isFile = !path.startsWith('\\\\')
  // One of a shop that did not close: whoever holds the folder is the only one to have it.
  if (isFile) rmSync(path, { force: true })
  const listening = once(server, 'listening')
  // From its first moment on: Node makes the socket within this call.
  const mask = process.umask(0o177)
  try {
    server.listen(path)
  } finally {
    process.umask(mask)
  }
  await listening
  if (isFile) chmodSync(path, 0o600)
}

async function serve(socket: Socket, commands: AdminCommands, log: Log): Promise<void> {
  socket.setTimeout(patienceMs, () => socket.destroy())
  socket.on('error', () => {}) // Whoever asked has gone, and is not waiting for the answer.
  try {
    const request = JSON.parse(await readAll(socket)) as AdminRequest
    socket.setTimeout(0)
    socket.end(JSON.stringify(await answerAdmin(commands, request)))
  } catch (error) {
    log.warn({ err: error }, 'a command could not be read')
    socket.destroy()
  }
}

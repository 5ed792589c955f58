import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'

import type { Log } from '../../log.ts'
import { readAll, adminSocketPath } from './admin-client.ts'
import { runAdminCommand, type AdminCommands, type AdminRequest } from './admin-commands.ts'

/** How long a client may take to send its request. */
const requestTimeoutMs = 2_000

export interface AdminSocketOptions {
  /** The data folder, which this process has locked. */
  readonly folder: string
  readonly commands: AdminCommands
  readonly log: Log
}

/** Accepts commands of the command line. `close` waits for pending ones. */
export interface AdminSocket {
  close(): Promise<void>
}

/**
 * Opens the socket of a running shop: one JSON request per connection, then one JSON response. It is accessible to the
 * shop's own user only, like the whole data folder.
 *
 * Where it cannot be created, for example because the path is longer than about a hundred bytes, the shop runs without
 * it.
 */
export async function openAdminSocket({ folder, commands, log }: AdminSocketOptions): Promise<AdminSocket> {
  const path = adminSocketPath(folder)
  const server = createServer({ allowHalfOpen: true }, (socket) => void serve(socket, commands, log))
  try {
    await listenForOwnUser(server, path)
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

async function listenForOwnUser(server: Server, path: string): Promise<void> {
  const isFile = !path.startsWith('\\\\')
  // A leftover of a shop that crashed: only one process can lock the folder.
  if (isFile) rmSync(path, { force: true })
  const listening = once(server, 'listening')
  // Private from the start: Node creates the socket within this call.
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
  socket.setTimeout(requestTimeoutMs, () => socket.destroy())
  socket.on('error', () => {}) // The client is gone and does not wait for the response.
  try {
    const request = JSON.parse(await readAll(socket)) as AdminRequest
    socket.setTimeout(0)
    socket.end(JSON.stringify(await runAdminCommand(commands, request)))
  } catch (error) {
    log.warn({ err: error }, 'a command could not be read')
    socket.destroy()
  }
}

import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'

import type { Log } from '../../log.ts'
import { adminSocketPath } from './admin-client.ts'
import { runAdminCommand, type AdminCommands, type AdminRequest } from './admin-commands.ts'
import { readLines, toLine } from './lines.ts'

/** How long a client may take to send its request. */
const requestTimeoutMs = 2_000

export interface AdminSocketOptions {
  /** The data folder, which this process has locked. */
  readonly folder: string
  readonly commands: AdminCommands
  readonly log: Log
}

/** Accepts commands of the command line. `close` stops pending ones that take long, and waits for all. */
export interface AdminSocket {
  close(): Promise<void>
}

/**
 * Opens the socket of a running shop. On each connection the client sends one request, and the shop its progress and then
 * one response; each is a line of JSON. A command that takes long is stopped when its client is gone. The socket is
 * accessible to the shop's own user only, like the whole data folder.
 *
 * Where it cannot be created, for example because the path is longer than about a hundred bytes, the shop runs without
 * it.
 */
export async function openAdminSocket({ folder, commands, log }: AdminSocketOptions): Promise<AdminSocket> {
  const path = adminSocketPath(folder)
  const closing = new AbortController()
  const server = createServer(
    { allowHalfOpen: true },
    (socket) => void serve(socket, { commands, log, closing: closing.signal }),
  )
  try {
    await listenForOwnUser(server, path)
  } catch (error) {
    log.warn({ err: error }, 'commands (npm run shop) cannot reach this shop while it runs')
    return { close: () => Promise.resolve() }
  }
  return {
    async close() {
      closing.abort(new Error('The shop is stopping.'))
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

interface ServeOptions extends Pick<AdminSocketOptions, 'commands' | 'log'> {
  readonly closing: AbortSignal
}

async function serve(socket: Socket, { commands, log, closing }: ServeOptions): Promise<void> {
  const gone = new AbortController()
  const end = () => gone.abort(new Error('The client is gone.'))
  socket.setTimeout(requestTimeoutMs, () => socket.destroy())
  socket.on('error', () => {}) // The client is gone and does not wait for the response.
  socket.once('close', end)
  try {
    const request = JSON.parse(await readFirstLine(socket)) as AdminRequest
    socket.setTimeout(0)
    // Nothing more is read, but without reading, the end of the connection would not be noticed.
    socket.once('end', end).resume()
    const response = await runAdminCommand(commands, request, {
      signal: AbortSignal.any([gone.signal, closing]),
      report: (progress) => void socket.write(toLine({ progress })),
    })
    socket.end(toLine(response))
  } catch (error) {
    log.warn({ err: error }, 'a command could not be read')
    socket.destroy()
  }
}

async function readFirstLine(socket: Socket): Promise<string> {
  for await (const line of readLines(socket)) return line
  return ''
}

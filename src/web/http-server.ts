import { readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { StartError } from '../domain/errors.ts'

/** Timeouts of connections. `idle` is longer than the heartbeat interval of live streams. */
const timeoutsMs = { headers: 10_000, request: 30_000, keepAlive: 30_000, idle: 90_000, close: 10_000 }

/** A server that listens. */
export interface ListeningServer {
  readonly node: Server
  readonly port: number
  /** The address at which it is reachable from this machine. */
  readonly host: string
}

export interface HttpServer extends ListeningServer {
  /** Stops accepting connections, finishes pending requests, then resolves. */
  close(): Promise<void>
}

/** The rest of the file descriptors is for databases, photos and uploads. */
const maxConnectionsShare = 0.75

/**
 * @param open creates the listener of all requests. It knows the port, and no connection is accepted before it returns.
 * @param maxOpenFiles the process's limit of file descriptors; `undefined` for none.
 * @throws StartError when the port is not available.
 */
export async function listen(
  { host, port }: { readonly host: string; readonly port: number },
  open: (server: ListeningServer) => RequestListener,
  maxOpenFiles = readMaxOpenFiles(),
): Promise<HttpServer> {
  const node = createServer({
    headersTimeout: timeoutsMs.headers,
    requestTimeout: timeoutsMs.request,
    keepAliveTimeout: timeoutsMs.keepAlive,
    connectionsCheckingInterval: 5_000,
    maxHeaderSize: 16 * 1024,
  })
  node.setTimeout(timeoutsMs.idle)
  if (maxOpenFiles !== undefined) node.maxConnections = Math.floor(maxOpenFiles * maxConnectionsShare)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  node.once('error', reject).listen({ host, port, backlog: 4_096 }, resolve)
  try {
    await promise
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    const reason = code === 'EACCES' && port < firstOpenPort ? systemPort : (reasons[code ?? ''] ?? code)
    throw new StartError(`Cannot listen on port ${port} of ${host}: ${reason}.`, { cause })
  }
  const { port: ownPort, address } = node.address() as AddressInfo
  const server = { node, port: ownPort, host: reachableHost(address) }
  node.on('request', open(server)) // In the tick in which it listens, before any connection is accepted.
  return { ...server, close: () => stopListening(node) }
}

/** Ports below it are for the system's administrator. */
const firstOpenPort = 1_024

const systemPort =
  'only an administrator may use ports below 1024; set PORT to 3000 and let a proxy such as Caddy answer at 80 and 443 ' +
  '(see docs/deploy.md)'

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program uses it; set PORT to a free one',
  EACCES: 'this user may not use it; set PORT to another one, such as 3000',
  EADDRNOTAVAIL: 'this machine does not have this address; set HOST to one of its own',
  ENOTFOUND: 'there is no such host; set HOST to an address of this machine, such as 127.0.0.1',
  EAI_AGAIN: 'its name cannot be looked up; set HOST to an address of this machine, such as 127.0.0.1',
}

/** Stops accepting connections, and waits for pending requests: ten seconds at most. */
export async function stopListening(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.close(() => resolve())
  const timeout = setTimeout(() => server.closeAllConnections(), timeoutsMs.close)
  await promise
  clearTimeout(timeout)
}

/**
 * The address at which a server that listens on `address` is reachable from this machine: loopback for a wildcard
 * address.
 */
export function reachableHost(address: string): string {
  if (address === '0.0.0.0') return '127.0.0.1'
  return address === '::' ? '::1' : address
}

/**
 * The process's limit of file descriptors, for files and connections. `undefined` if there is none or the system has no
 * `/proc` (proc_pid_limits(5)).
 */
function readMaxOpenFiles(): number | undefined {
  try {
    const soft = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return soft === undefined ? undefined : Number(soft)
  } catch {
    return undefined
  }
}

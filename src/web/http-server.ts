import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { Server as TcpServer, type AddressInfo, type Socket } from 'node:net'
import { totalmem } from 'node:os'

import { toAddress, widestNetwork, type Address } from '@stockinette/rate-limit/address.ts'
import { FairSlots } from '@stockinette/rate-limit/fair-slots.ts'
import { StartError } from '@stockinette/sqlite/errors.ts'

import { reachableHost } from '../domain/loopback.ts'
import { addressOf } from './middleware/client-address.ts'
import { RequestOfLargeChunks } from './tiny-chunks.ts'
import { hasBodyToCome } from './transfer-rate.ts'

/**
 * Timeouts of connections, and of the end of the process. `idle` is longer than the heartbeat interval of live streams. `end` is
 * longer than pending requests are waited for, and less than the unit's `TimeoutStopSec`: Firestore may not answer. Exported for
 * the test of the settings of proxies, whose idle connections end before `keepAlive`, and for tests that do not wait as long.
 */
export const timeoutsMs = {
  headers: 10_000,
  request: 30_000,
  keepAlive: 30_000,
  idle: 90_000,
  close: 10_000,
  end: 15_000,
}

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

export interface ListenOptions {
  readonly host: string
  readonly port: number
  readonly trustedProxies: number
}

/**
 * @param open creates the listener of all requests. It knows the port, and no connection is accepted before it returns.
 * @param limits how many connections there may be at once, and requests whose body is arriving. When there are more, the
 *   network with the most loses its oldest.
 * @throws StartError when the port is not available.
 */
export async function listen(
  { host, port, trustedProxies }: ListenOptions,
  open: (server: ListeningServer) => RequestListener,
  limits: Pick<MemoryLimits, 'connections' | 'bodies'> = readLimits(),
): Promise<HttpServer> {
  const node = createServer({
    IncomingMessage: RequestOfLargeChunks,
    headersTimeout: timeoutsMs.headers,
    requestTimeout: timeoutsMs.request,
    keepAliveTimeout: timeoutsMs.keepAlive,
    connectionsCheckingInterval: 5_000,
    maxHeaderSize: 16 * 1024,
  })
  node.setTimeout(timeoutsMs.idle)
  const close = prepareClosing(node)
  shareConnections(node, limits.connections, trustedProxies)
  shareBodies(node, limits.bodies, trustedProxies)
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
  return { ...server, close }
}

/**
 * Gives each network a fair share of the connections. Behind a proxy, a connection belongs to the network of the visitor whose
 * request it carries.
 */
function shareConnections(server: Server, maxConnections: number, trustedProxies: number): void {
  const connections = new FairSlots<Socket>({ all: maxConnections, loses: 'oldest', replacesOwn: true })
  const networks = new WeakMap<Socket, string>()
  const assign = (socket: Socket, address: Address) => {
    const network = widestNetwork(address)
    if (networks.get(socket) === network) return
    networks.set(socket, network)
    connections.take(socket, network)?.destroy()
  }
  server.on('connection', (socket: Socket) => {
    assign(socket, toAddress(socket.remoteAddress))
    socket.once('close', () => connections.release(socket))
  })
  if (trustedProxies > 0) server.on('request', (request) => assign(request.socket, addressOf(request, trustedProxies)))
}

/** Gives each network a fair share of the memory for bodies of requests. */
function shareBodies(server: Server, maxBodies: number, trustedProxies: number): void {
  const bodies = new FairSlots<IncomingMessage>({ all: maxBodies, loses: 'oldest', replacesOwn: true })
  server.on('request', (request: IncomingMessage) => {
    if (!hasBodyToCome(request)) return
    bodies.take(request, widestNetwork(addressOf(request, trustedProxies)))?.socket.destroy()
    request.once('close', () => bodies.release(request))
  })
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

/**
 * Prepares the end of a server that does not listen yet. Node's own `close` keeps connections whose answers end after it, and
 * cuts answers that the client has not read to their end.
 *
 * @returns a function that stops accepting connections, and closes each once its requests are answered: after ten seconds at
 *   most.
 */
export function prepareClosing(server: Server): () => Promise<void> {
  /** The number of answers to come on each connection. */
  const pending = new Map<Socket, number>()
  let isClosing = false
  const change = (socket: Socket, by: 1 | -1) => {
    const count = pending.get(socket)
    if (count === undefined) return
    pending.set(socket, count + by)
    if (isClosing && count + by === 0) socket.destroySoon()
  }
  server.on('connection', (socket: Socket) => {
    pending.set(socket, 0)
    socket.once('close', () => pending.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    change(socket, 1)
    response.once('close', () => change(socket, -1))
  })
  return async () => {
    isClosing = true
    const { promise, resolve } = Promise.withResolvers<void>()
    TcpServer.prototype.close.call(server, () => resolve())
    for (const [socket, count] of pending) if (count === 0) socket.destroySoon()
    const timeout = setTimeout(() => server.closeAllConnections(), timeoutsMs.close)
    await promise
    clearTimeout(timeout)
  }
}

/** What they take at most, in bytes: measured, 30 KB for an open connection with a request, and 85 KB more for a body of 64 KB. */
const memoryOf = { connection: 32 * 1024, body: 96 * 1024 }

/** How much of the memory and of the file descriptors they may take. The rest of these is for databases and photos. */
const shares = { connections: 0.5, bodies: 0.125, unread: 0.125, files: 0.75 }

export type MemoryLimits = ReturnType<typeof limitsOf>

/** What this machine has the memory and this process the file descriptors for. */
export function readLimits(): MemoryLimits {
  const memoryBytes = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  return limitsOf(memoryBytes, readMaxOpenFiles())
}

/** How many connections and bodies there is room for, and how many bytes of answers that clients have not read. */
export function limitsOf(memoryBytes: number, maxOpenFiles: number) {
  const connections = Math.min((memoryBytes * shares.connections) / memoryOf.connection, maxOpenFiles * shares.files)
  return {
    connections: Math.floor(connections),
    bodies: Math.floor((memoryBytes * shares.bodies) / memoryOf.body),
    unreadBytes: Math.floor(memoryBytes * shares.unread),
  }
}

/** The process's limit of file descriptors; infinite if the system has no `/proc` (proc_pid_limits(5)). */
function readMaxOpenFiles(): number {
  try {
    const soft = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return soft === undefined ? Infinity : Number(soft)
  } catch {
    return Infinity
  }
}

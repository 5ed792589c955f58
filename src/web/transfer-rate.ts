import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

/** The minimum average rate at which a client must read a response, and send a request's body. */
export interface TransferRate {
  readonly bytesPerSecond: number
  /** Additional time per response, for a phone in a tunnel. */
  readonly graceMs: number
  /** Additional time per body of a request. */
  readonly bodyGraceMs: number
  /** How often connections are checked. */
  readonly sweepMs: number
}

/** Slower than GPRS: a page of 12 KB may take half a minute, a large photo of 300 KB three. */
const minimumRate: TransferRate = {
  bytesPerSecond: 2_000,
  graceMs: 20_000,
  bodyGraceMs: 10_000,
  sweepMs: 1_000,
}

export interface TransferRateOptions {
  /** Whether the response on this connection is an endless stream. */
  readonly isExempt: (connection: Socket) => boolean
  /** Unread bytes allowed for all connections together. Beyond that the longest waiting ones are closed. */
  readonly maxUnreadBytes: number
  readonly rate?: Partial<TransferRate> | undefined
  /** A monotonic clock, in milliseconds. */
  readonly now?: () => number
}

/** Since when bytes are waited for, and how many the connection had had until then. */
interface Waiting {
  readonly since: number
  readonly bytesBefore: number
}

/**
 * Closes connections that read or send more slowly than the minimum rate. An unread response is in memory, and every few
 * bytes reset the idle timeout. Connections are checked every second, at no cost per request without a body.
 */
export function watchTransferRate(server: Server, options: TransferRateOptions) {
  const { isExempt, maxUnreadBytes, now = () => performance.now() } = options
  const rate = { ...minimumRate, ...options.rate }
  const connections = new Set<Socket>()
  /** Those with unread bytes, the longest waiting ones first. */
  const readers = new Map<Socket, Waiting>()
  const senders = new Map<IncomingMessage, Waiting>()
  const addConnection = (connection: Socket) => {
    connections.add(connection)
    connection.once('close', () => {
      connections.delete(connection)
      readers.delete(connection)
    })
  }
  const addSender = (request: IncomingMessage) => {
    if (!hasBodyToCome(request)) return
    senders.set(request, { since: now(), bytesBefore: request.socket.bytesRead })
    request.once('close', () => senders.delete(request))
  }
  const isLate = ({ since, bytesBefore }: Waiting, bytes: number, graceMs: number) =>
    now() - since > graceMs + ((bytes - bytesBefore) / rate.bytesPerSecond) * 1_000
  const sweepReaders = () => {
    for (const connection of connections) {
      const { bytesWritten, writableLength } = connection
      if (writableLength === 0 || isExempt(connection)) {
        readers.delete(connection)
        continue
      }
      const waiting = readers.get(connection) ?? { since: now(), bytesBefore: bytesWritten - writableLength }
      readers.set(connection, waiting)
      // Based on all written bytes: it is unknown how much of a partly sent chunk has been read.
      if (isLate(waiting, bytesWritten, rate.graceMs)) connection.destroy()
    }
    closeLongestUnread([...readers.keys()], maxUnreadBytes)
  }
  const sweepSenders = () => {
    for (const [request, waiting] of senders) {
      // Bytes that the shop has not read yet are not late.
      const isAwaited = !request.complete && request.readableLength === 0
      if (isAwaited && isLate(waiting, request.socket.bytesRead, rate.bodyGraceMs)) request.socket.destroy()
    }
  }
  const sweep = () => {
    sweepReaders()
    sweepSenders()
  }
  server.on('connection', addConnection)
  server.on('request', addSender)
  const timer = setInterval(sweep, rate.sweepMs).unref()
  return {
    /** Closes connections that are too slow. Called every second. */
    sweep,
    [Symbol.dispose]() {
      clearInterval(timer)
      server.off('connection', addConnection)
      server.off('request', addSender)
    },
  }
}

/**
 * Closes the first of these connections when too much is unread in total. Guards against thousands of connections that
 * each keep another photo in memory.
 */
function closeLongestUnread(readers: readonly Socket[], maxUnreadBytes: number): void {
  const open = readers.filter((reader) => !reader.destroyed)
  let unreadBytes = open.reduce((sum, reader) => sum + reader.writableLength, 0)
  for (const reader of open) {
    if (unreadBytes <= maxUnreadBytes) return
    unreadBytes -= reader.writableLength
    reader.destroy()
  }
}

/** Whether a part of a request's body has not arrived yet. */
export function hasBodyToCome({ headers, complete }: IncomingMessage): boolean {
  return !complete && (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined)
}

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
  /** Unread bytes allowed for all connections together. Beyond that the longest waiting ones are closed. */
  readonly maxUnreadBytes: number
}

/** Slower than GPRS: a page of 12 KB may take half a minute, a large photo of 300 KB three. */
const minimumRate: TransferRate = {
  bytesPerSecond: 2_000,
  graceMs: 20_000,
  bodyGraceMs: 10_000,
  sweepMs: 1_000,
  maxUnreadBytes: 256 * 1024 * 1024,
}

export interface TransferRateOptions {
  /** Whether the response on this connection is an endless stream. */
  readonly isExempt: (connection: Socket) => boolean
  readonly rate?: Partial<TransferRate> | undefined
  /** A monotonic clock, in milliseconds. */
  readonly now?: () => number
}

/** When a connection started having unread bytes, and the bytes read until then. */
interface Waiting {
  readonly since: number
  readonly bytesRead: number
}

/** A request whose body is arriving, since when, and the bytes of the connection until then. */
interface Arriving {
  readonly request: IncomingMessage
  readonly since: number
  readonly bytesBefore: number
}

interface WaitingReader {
  readonly connection: Socket
  readonly since: number
  readonly unread: number
}

/**
 * Closes the longest waiting connections when too much is unread in total. Guards against thousands of connections that
 * each keep another photo in memory.
 */
function closeLongestUnread(readers: readonly WaitingReader[], maxUnreadBytes: number): void {
  let unreadBytes = readers.reduce((sum, { unread }) => sum + unread, 0)
  if (unreadBytes <= maxUnreadBytes) return
  for (const { connection, unread } of readers.toSorted((one, other) => one.since - other.since)) {
    connection.destroy()
    unreadBytes -= unread
    if (unreadBytes <= maxUnreadBytes) return
  }
}

/**
 * Closes connections that read or send more slowly than the minimum rate. An unread response is in memory, and every few
 * bytes reset the idle timeout. Connections are checked every second, at no cost per request without a body.
 */
export function watchTransferRate(server: Server, options: TransferRateOptions) {
  const { isExempt, now = () => performance.now() } = options
  const rate = { ...minimumRate, ...options.rate }
  const bodies = watchBodies(rate, now)
  const connections = new Map<Socket, Waiting | undefined>()
  const add = (connection: Socket) => {
    connections.set(connection, undefined)
    connection.once('close', () => connections.delete(connection))
  }
  const sweep = () => {
    const time = now()
    const readers: WaitingReader[] = []
    for (const [connection, before] of connections) {
      const unread = connection.writableLength
      if (unread === 0 || isExempt(connection)) {
        if (before !== undefined) connections.set(connection, undefined)
        continue
      }
      const waiting = before ?? { since: time, bytesRead: connection.bytesWritten - unread }
      connections.set(connection, waiting)
      // Based on all written bytes: it is unknown how much of a partly sent chunk has been read.
      const written = connection.bytesWritten - waiting.bytesRead
      const allowedMs = rate.graceMs + (written / rate.bytesPerSecond) * 1_000
      if (time - waiting.since > allowedMs) connection.destroy()
      else readers.push({ connection, since: waiting.since, unread })
    }
    closeLongestUnread(readers, rate.maxUnreadBytes)
    bodies.sweep(time)
  }
  server.on('connection', add)
  server.on('request', bodies.add)
  const timer = setInterval(sweep, rate.sweepMs).unref()
  return {
    /** Closes connections that are too slow. Called every second. */
    sweep,
    [Symbol.dispose]() {
      clearInterval(timer)
      server.off('connection', add)
      server.off('request', bodies.add)
    },
  }
}

/** Whether a part of a request's body has not arrived yet. */
export function hasBodyToCome({ headers, complete }: IncomingMessage): boolean {
  return !complete && (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined)
}

/** Closes connections on which the body of a request arrives too slowly. Bytes that the shop has not read yet are not late. */
function watchBodies({ bodyGraceMs, bytesPerSecond }: TransferRate, now: () => number) {
  const arriving = new Set<Arriving>()
  const add = (request: IncomingMessage) => {
    if (!hasBodyToCome(request)) return
    const body = { request, since: now(), bytesBefore: request.socket.bytesRead }
    arriving.add(body)
    request.once('close', () => arriving.delete(body))
  }
  const sweep = (time: number) => {
    for (const { request, since, bytesBefore } of arriving) {
      const allowedMs = bodyGraceMs + ((request.socket.bytesRead - bytesBefore) / bytesPerSecond) * 1_000
      if (!request.complete && request.readableLength === 0 && time - since > allowedMs) request.socket.destroy()
    }
  }
  return { add, sweep }
}

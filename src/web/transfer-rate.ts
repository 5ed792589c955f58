import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** The minimum average rate at which a client must read a response. */
export interface TransferRate {
  readonly bytesPerSecond: number
  /** Additional time per response, for a phone in a tunnel. */
  readonly graceMs: number
  /** How often connections are checked. */
  readonly sweepMs: number
  /** Unread bytes allowed for all connections together. Beyond that the longest waiting ones are closed. */
  readonly maxUnreadBytes: number
}

/** GPRS is faster, and loads a page of 12 KB in half a minute and a large photo of 300 KB in three. */
const minimumRate: TransferRate = {
  bytesPerSecond: 2_000,
  graceMs: 20_000,
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

export interface TransferWatch extends Disposable {
  /** Closes connections that are too slow. Called every second. */
  sweep(): void
}

/** When a connection started having unread bytes, and the bytes read until then. */
interface Waiting {
  readonly since: number
  readonly bytesRead: number
}

interface SlowReader {
  readonly connection: Socket
  readonly since: number
  readonly unread: number
}

/**
 * Closes the longest waiting connections when too much is unread in total. Guards against thousands of connections that
 * each keep another photo in memory.
 */
function closeLongestUnread(readers: readonly SlowReader[], maxUnreadBytes: number): void {
  let unreadBytes = readers.reduce((sum, { unread }) => sum + unread, 0)
  if (unreadBytes <= maxUnreadBytes) return
  for (const { connection, unread } of readers.toSorted((one, other) => one.since - other.since)) {
    connection.destroy()
    unreadBytes -= unread
    if (unreadBytes <= maxUnreadBytes) return
  }
}

/**
 * Closes connections that read more slowly than the minimum rate. An unread response is in memory, and every few bytes
 * reset the idle timeout. Connections are checked every second, at no cost per request.
 */
export function watchTransferRate(server: Server, options: TransferRateOptions): TransferWatch {
  const { isExempt, now = () => performance.now() } = options
  const rate = { ...minimumRate, ...options.rate }
  const connections = new Map<Socket, Waiting | undefined>()
  const add = (connection: Socket) => {
    connections.set(connection, undefined)
    connection.once('close', () => connections.delete(connection))
  }
  const sweep = () => {
    const time = now()
    const slow: SlowReader[] = []
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
      else slow.push({ connection, since: waiting.since, unread })
    }
    closeLongestUnread(slow, rate.maxUnreadBytes)
  }
  server.on('connection', add)
  const timer = setInterval(sweep, rate.sweepMs).unref()
  return {
    sweep,
    [Symbol.dispose]() {
      clearInterval(timer)
      server.off('connection', add)
    },
  }
}

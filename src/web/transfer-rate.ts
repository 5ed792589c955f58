import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** The least that a reader takes of an answer, on average from its beginning on. */
export interface TransferRate {
  readonly bytesPerSecond: number
  /** What an answer may take beyond that, for a phone that goes through a tunnel. */
  readonly graceMs: number
  /** How often connections are looked at. */
  readonly sweepMs: number
  /** What all connections together may have unread. Beyond it those that have waited for longest are closed. */
  readonly maxUnreadBytes: number
}

/** A phone on GPRS has more, and gets a page of 12 KB in half a minute and a large photo of 300 KB in three. */
const leastRate: TransferRate = {
  bytesPerSecond: 2_000,
  graceMs: 20_000,
  sweepMs: 1_000,
  maxUnreadBytes: 256 * 1024 * 1024,
}

export interface TransferRateOptions {
  /** Whether what is written to this connection is no answer with an end. */
  readonly isExempt: (connection: Socket) => boolean
  readonly rate?: Partial<TransferRate> | undefined
  /** In milliseconds, from any moment on. */
  readonly now?: () => number
}

export interface TransferWatch extends Disposable {
  /** Closes the connections that are too slow by now. Happens by itself every second. */
  sweep(): void
}

/** Since when something waits to be read on a connection, and how much had been read until then. */
interface Waiting {
  readonly since: number
  readonly bytesRead: number
}

interface SlowReader {
  readonly connection: Socket
  readonly since: number
  readonly unread: number
}

/** A machine with thousands of connections, each slow enough, has each hold another photo. */
function closeLongestWaiting(readers: readonly SlowReader[], maxUnreadBytes: number): void {
  let unreadBytes = readers.reduce((sum, { unread }) => sum + unread, 0)
  if (unreadBytes <= maxUnreadBytes) return
  for (const { connection, unread } of readers.toSorted((one, other) => one.since - other.since)) {
    connection.destroy()
    unreadBytes -= unread
    if (unreadBytes <= maxUnreadBytes) return
  }
}

/**
 * Closes connections whose reader takes less than the least rate: until it is read, an answer is in memory, and the time
 * limit of an idle connection starts again with every few bytes. Nothing is done for each request: connections are looked
 * at every second.
 */
export function watchTransferRate(server: Server, options: TransferRateOptions): TransferWatch {
  const { isExempt, now = () => performance.now() } = options
  const rate = { ...leastRate, ...options.rate }
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
      // All that was written may take so long: of a part that is being sent, it is not known how much is read.
      const written = connection.bytesWritten - waiting.bytesRead
      const allowedMs = rate.graceMs + (written / rate.bytesPerSecond) * 1_000
      if (time - waiting.since > allowedMs) connection.destroy()
      else slow.push({ connection, since: waiting.since, unread })
    }
    closeLongestWaiting(slow, rate.maxUnreadBytes)
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

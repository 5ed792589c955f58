import type { ServerResponse } from 'node:http'

import type { Broker } from './broker.ts'
import { createStreamsByClient } from './streams-by-client.ts'

/** How long and how much a stream may hold; each has its own reason. */
export interface EventStreamLimits {
  /** A comment this often keeps proxies from closing a quiet stream, and shows who is gone. */
  heartbeatMs: number
  /** After this the reader is sent away to come back, so that streams spread over the processes there are. */
  lifetimeMs: number
  /** A reader with more than this unread is dropped. It catches up when it comes back. */
  maxBufferedBytes: number
  /** One more than this takes the place of a stream of the client that holds the most. */
  maxStreams: number
  /** A reader that lost its place comes back after this or twice this, as there is a crowd. */
  awayMs: number
}

const defaults: EventStreamLimits = {
  heartbeatMs: 25_000,
  lifetimeMs: 20 * 60_000,
  maxBufferedBytes: 16 * 1024,
  maxStreams: 20_000,
  awayMs: 30_000,
}

/** Server-sent events (WHATWG HTML, 9.2) that carry a broker's revisions to many readers. */
export interface EventStreams {
  readonly size: number
  /**
   * Writes `revision` events to `response` until either side ends it: the latest at once, unless `lastEventId` shows
   * that the reader has it already.
   *
   * @param client who reads, for fair shares of the streams that there can be.
   */
  open(response: ServerResponse, client: string, lastEventId: string | undefined): void
  /** Writes a `backend` event to every stream, now and when it is opened; what was said last is not said again. */
  sendBackendState(isReachable: boolean): void
  /** Ends every stream; their readers come back at different moments. */
  close(): void
}

interface Stream {
  readonly response: ServerResponse
  readonly client: string
  readonly endsAt: number
  readonly unsubscribe: () => void
}

export function createEventStreams(broker: Broker, limits: Partial<EventStreamLimits> = {}): EventStreams {
  const { heartbeatMs, lifetimeMs, maxBufferedBytes, maxStreams, awayMs } = { ...defaults, ...limits }
  const streams = new Set<Stream>()
  let backendEvent = ''
  const byClient = createStreamsByClient<Stream>()

  const heartbeat = setInterval(() => {
    const now = performance.now()
    for (const { response, endsAt } of streams) {
      if (now >= endsAt) response.end()
      else write(response, ':\n\n')
    }
  }, heartbeatMs).unref()

  const write = (response: ServerResponse, text: string) => {
    if (response.writableLength > maxBufferedBytes) response.destroy()
    else response.write(text)
  }

  const forget = (stream: Stream) => {
    if (!streams.delete(stream)) return
    byClient.delete(stream.client, stream)
    stream.unsubscribe()
  }
  const makeRoom = () => {
    const displaced = byClient.oldestOfMost()
    if (displaced === undefined) return
    forget(displaced) // Not only when it has closed: a reader that does not read could put that off.
    displaced.response.end(`retry: ${spread(awayMs)}\n\n`)
    displaced.response.socket?.destroySoon()
  }

  return {
    get size() {
      return streams.size
    },
    open(response, client, lastEventId) {
      if (streams.size >= maxStreams) makeRoom()
      const { revision } = broker
      const isBehind = revision !== undefined && lastEventId !== String(revision)
      response.write(`retry: ${spread(1_000)}\n\n${backendEvent}${isBehind ? eventOf(revision) : ''}`)
      const stream: Stream = {
        response,
        client,
        endsAt: performance.now() + spread(lifetimeMs / 2),
        unsubscribe: broker.subscribe((latest) => {
          // What was published just before this stream was opened may be told only now: its reader has it already.
          if (latest !== revision) write(response, eventOf(latest))
        }),
      }
      streams.add(stream)
      byClient.add(client, stream)
      response.once('close', () => forget(stream))
    },
    sendBackendState(isReachable) {
      const event = `event: backend\ndata: ${isReachable ? 'connected' : 'disconnected'}\n\n`
      if (event === backendEvent) return
      backendEvent = event
      for (const { response } of streams) write(response, event)
    },
    close() {
      clearInterval(heartbeat)
      for (const { response } of streams) response.end(`retry: ${spread(2_000)}\n\n`)
    },
  }
}

function eventOf(revision: number): string {
  return `event: revision\nid: ${revision}\ndata: ${revision}\n\n`
}

/** Between once and twice `ms`, by chance: what begins together should not end together. */
function spread(ms: number): number {
  return Math.round(ms * (1 + Math.random()))
}

import type { ServerResponse } from 'node:http'

import type { Broker } from './broker.ts'
import { createStreamsByClient } from './streams-by-client.ts'

/** The limits of streams. */
export interface EventStreamLimits {
  /** A comment this often keeps proxies from closing an idle stream, and detects disconnected readers. */
  heartbeatMs: number
  /** After this the stream ends and the reader reconnects, so that streams spread over all processes. */
  lifetimeMs: number
  /** A reader with more unread bytes is dropped. It catches up when it reconnects. */
  maxBufferedBytes: number
  /** Above this, a new stream displaces one of the client that holds the most. */
  maxStreams: number
  /** A displaced reader reconnects after once to twice this time. */
  displacedRetryMs: number
}

const defaults: EventStreamLimits = {
  heartbeatMs: 25_000,
  lifetimeMs: 20 * 60_000,
  maxBufferedBytes: 16 * 1024,
  maxStreams: 20_000,
  displacedRetryMs: 30_000,
}

/** Sends a broker's revisions to many readers as server-sent events (WHATWG HTML, 9.2). */
export interface EventStreams {
  readonly size: number
  /**
   * Writes `revision` events to `response` until either side closes it: the current revision at once, unless
   * `lastEventId` shows that the reader has it.
   *
   * @param client identifies the reader, for a fair share of all streams.
   */
  open(response: ServerResponse, client: string, lastEventId: string | undefined): void
  /** Writes a `backend` event to every stream, also to those opened later; does nothing if the state has not changed. */
  sendBackendState(isReachable: boolean): void
  /** Ends every stream. The readers reconnect at different times. */
  close(): void
}

interface Stream {
  readonly response: ServerResponse
  readonly client: string
  readonly endsAt: number
  readonly unsubscribe: () => void
}

export function createEventStreams(broker: Broker, limits: Partial<EventStreamLimits> = {}): EventStreams {
  const { heartbeatMs, lifetimeMs, maxBufferedBytes, maxStreams, displacedRetryMs } = { ...defaults, ...limits }
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

  const remove = (stream: Stream) => {
    if (!streams.delete(stream)) return
    byClient.delete(stream.client, stream)
    stream.unsubscribe()
  }
  const makeRoom = () => {
    const displaced = byClient.oldestOfMost()
    if (displaced === undefined) return
    remove(displaced) // At once, as a reader that does not read could delay `close`.
    displaced.response.end(`retry: ${spread(displacedRetryMs)}\n\n`)
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
          // The broker may send a revision late that the reader got when the stream was opened.
          if (latest !== revision) write(response, eventOf(latest))
        }),
      }
      streams.add(stream)
      byClient.add(client, stream)
      response.once('close', () => remove(stream))
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

/** A random time between once and twice `ms`, so that streams that start together do not end together. */
function spread(ms: number): number {
  return Math.round(ms * (1 + Math.random()))
}

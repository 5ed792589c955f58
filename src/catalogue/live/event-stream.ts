import type { ServerResponse } from 'node:http'

import { FairSlots } from '@stockinette/rate-limit/fair-slots.ts'

import { createBroker, type Broker } from './broker.ts'

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
  /** Revisions that are published within this time are sent as one. */
  spacingMs: number
}

const defaults: EventStreamLimits = {
  heartbeatMs: 25_000,
  lifetimeMs: 20 * 60_000,
  maxBufferedBytes: 16 * 1024,
  maxStreams: 20_000,
  displacedRetryMs: 30_000,
  spacingMs: 100,
}

interface Stream {
  readonly response: ServerResponse
  readonly endsAt: number
  /** When it was opened: its reader has it. */
  readonly revision: number | undefined
}

/** Sends the catalogue's revisions to many readers as server-sent events (WHATWG HTML, 9.2). */
export class EventStreams {
  readonly #broker: Broker
  readonly #limits: EventStreamLimits
  readonly #streams: FairSlots<Stream>
  readonly #heartbeat: NodeJS.Timeout
  #backendEvent = ''

  constructor(limits: Partial<EventStreamLimits> = {}) {
    this.#limits = { ...defaults, ...limits }
    this.#streams = new FairSlots({ all: this.#limits.maxStreams, loses: 'oldest', replacesOwn: true })
    this.#broker = createBroker((latest) => this.#send(latest), this.#limits.spacingMs)
    this.#heartbeat = setInterval(() => this.#beat(), this.#limits.heartbeatMs).unref()
  }

  get size(): number {
    return this.#streams.size
  }

  /**
   * Writes `revision` events to `response` until either side closes it: the current revision at once, unless
   * `lastEventId` shows that the reader has it.
   *
   * @param client identifies the reader, for a fair share of all streams.
   */
  open(response: ServerResponse, client: string, lastEventId: string | undefined): void {
    const { revision } = this.#broker
    const isBehind = revision !== undefined && lastEventId !== String(revision)
    response.write(`retry: ${spread(1_000)}\n\n${this.#backendEvent}${isBehind ? eventOf(revision) : ''}`)
    const stream: Stream = { response, endsAt: performance.now() + spread(this.#limits.lifetimeMs / 2), revision }
    const displaced = this.#streams.take(stream, client)
    if (displaced !== undefined) this.#displace(displaced)
    response.once('close', () => this.#streams.release(stream))
  }

  /** Writes a `revision` event to every stream, unless the revision was the last one. */
  publish(revision: number): void {
    this.#broker.publish(revision)
  }

  /** Writes a `backend` event to every stream, also to those opened later; does nothing if the state has not changed. */
  sendBackendState(isReachable: boolean): void {
    const event = `event: backend\ndata: ${isReachable ? 'connected' : 'disconnected'}\n\n`
    if (event === this.#backendEvent) return
    this.#backendEvent = event
    for (const { response } of this.#streams.slots()) this.#write(response, event)
  }

  /** Ends every stream. The readers reconnect at different times. */
  close(): void {
    clearInterval(this.#heartbeat)
    for (const { response } of this.#streams.slots()) this.#end(response, 2_000)
  }

  #send(latest: number): void {
    for (const { response, revision } of this.#streams.slots()) {
      // The broker may send a revision late that the reader got when the stream was opened.
      if (latest !== revision) this.#write(response, eventOf(latest))
    }
  }

  #beat(): void {
    const now = performance.now()
    for (const { response, endsAt } of this.#streams.slots()) {
      if (now >= endsAt) response.end()
      else this.#write(response, ':\n\n')
    }
  }

  #write(response: ServerResponse, text: string): void {
    if (response.writableEnded) return // Its reader has not read the end yet.
    if (response.writableLength > this.#limits.maxBufferedBytes) response.destroy()
    else response.write(text)
  }

  #displace({ response }: Stream): void {
    this.#end(response, this.#limits.displacedRetryMs)
    response.socket?.destroySoon()
  }

  #end(response: ServerResponse, retryMs: number): void {
    if (response.writableEnded) response.destroy() // Its reader has not read the end yet.
    else response.end(`retry: ${spread(retryMs)}\n\n`)
  }
}

function eventOf(revision: number): string {
  return `event: revision\nid: ${revision}\ndata: ${revision}\n\n`
}

/** A random time between once and twice `ms`, so that streams that start together do not end together. */
function spread(ms: number): number {
  return Math.round(ms * (1 + Math.random()))
}

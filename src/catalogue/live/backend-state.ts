import { setTimeout } from 'node:timers/promises'

import type { EventStreams } from './event-stream.ts'

const defaultEveryMs = 5_000

export interface BackendStateOptions {
  /** Sends a request to the storage, which may be billed. Never rejects. */
  readonly isReachable: () => Promise<boolean>
  readonly streams: Pick<EventStreams, 'size' | 'sendBackendState'>
  readonly everyMs?: number
}

/** Polls whether the storage is reachable, and announces it to open pages. Pauses while no page is open. */
export function pollBackend({ isReachable, streams, everyMs = defaultEveryMs }: BackendStateOptions): Disposable {
  const ended = new AbortController()
  const { signal } = ended
  const poll = async () => {
    while (!signal.aborted) {
      const state = streams.size > 0 ? await isReachable() : undefined
      if (state !== undefined && !signal.aborted) streams.sendBackendState(state)
      await setTimeout(everyMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }
  void poll()
  return { [Symbol.dispose]: () => ended.abort() }
}

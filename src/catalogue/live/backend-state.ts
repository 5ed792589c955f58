import { setTimeout } from 'node:timers/promises'

import type { EventStreams } from './event-stream.ts'

const defaultEveryMs = 5_000

export interface BackendStateOptions {
  /** Asks the storage, which may cost something. */
  readonly isReachable: () => Promise<boolean>
  readonly streams: Pick<EventStreams, 'size' | 'sendBackendState'>
  readonly everyMs?: number
}

/** Tells open pages whether the storage behind the shop is reachable: asked every few seconds, while there are any. */
export function pollBackend({ isReachable, streams, everyMs = defaultEveryMs }: BackendStateOptions): Disposable {
  const ended = new AbortController()
  const { signal } = ended
  const follow = async () => {
    while (!signal.aborted) {
      if (streams.size > 0) streams.sendBackendState(await isReachable())
      await setTimeout(everyMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }
  void follow()
  return { [Symbol.dispose]: () => ended.abort() }
}

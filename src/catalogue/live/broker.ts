import type { Log } from '../../log.ts'

/** Called with the latest revision; must not block. */
export type Subscriber = (revision: number) => void

/** Sends a growing revision to many subscribers. Knows neither HTTP nor the catalogue. */
export interface Broker {
  /** The latest published revision; `undefined` before the first. */
  readonly revision: number | undefined
  publish(revision: number): void
  /** @returns a function that unsubscribes. */
  subscribe(subscriber: Subscriber): () => void
}

/**
 * @param spacingMs coalesces revisions that are published within this many milliseconds, so that a burst of changes does
 * not become a storm of requests. 0 turns coalescing off.
 */
export function createBroker({ log, spacingMs = 100 }: { log: Log; spacingMs?: number }): Broker {
  const subscribers = new Set<Subscriber>()
  let revision: number | undefined
  let lastSent: number | undefined
  let spacing: NodeJS.Timeout | undefined

  const send = () => {
    spacing = undefined
    if (revision === undefined || revision === lastSent) return
    lastSent = revision
    if (spacingMs > 0) spacing = setTimeout(send, spacingMs).unref()
    for (const subscriber of subscribers) {
      try {
        subscriber(revision)
      } catch (error) {
        log.error({ err: error }, 'a subscriber failed and was removed')
        subscribers.delete(subscriber)
      }
    }
  }

  return {
    get revision() {
      return revision
    },
    publish(latest) {
      revision = latest
      if (spacing === undefined) send()
    },
    subscribe(subscriber) {
      subscribers.add(subscriber)
      return () => subscribers.delete(subscriber)
    },
  }
}

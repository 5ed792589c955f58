import type { Log } from '../../log.ts'

/** Called with the latest revision; must not block. */
export type Subscriber = (revision: number) => void

export type Broker = ReturnType<typeof createBroker>

/**
 * Sends a growing revision to many subscribers. Knows neither HTTP nor the catalogue.
 *
 * @param spacingMs coalesces revisions that are published within this many milliseconds, so that a burst of changes does
 * not become a storm of requests. 0 turns coalescing off.
 */
export function createBroker({ log, spacingMs = 100 }: { log: Log; spacingMs?: number }) {
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
    /** The latest published revision; `undefined` before the first. */
    get revision() {
      return revision
    },
    publish(latest: number): void {
      revision = latest
      if (spacing === undefined) send()
    },
    /** @returns a function that unsubscribes. */
    subscribe(subscriber: Subscriber): () => void {
      subscribers.add(subscriber)
      return () => subscribers.delete(subscriber)
    },
  }
}

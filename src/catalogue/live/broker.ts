import type { Log } from '../../log.ts'

/** Called with the latest number; must not block. */
export type Subscriber = (revision: number) => void

/** Tells many subscribers of one number that grows. Knows neither HTTP nor what the number counts. */
export interface Broker {
  /** The latest that was published; `undefined` before the first. */
  readonly revision: number | undefined
  publish(revision: number): void
  /** @returns a function that ends it. */
  subscribe(subscriber: Subscriber): () => void
}

/**
 * @param spacingMs what is published within this time after a telling is told as one, the latest: a busy hour at the
 * maker's must not become a storm at her visitors'. 0: each is told.
 */
export function createBroker({ log, spacingMs = 100 }: { log: Log; spacingMs?: number }): Broker {
  const subscribers = new Set<Subscriber>()
  let revision: number | undefined
  let lastTold: number | undefined
  let spacing: NodeJS.Timeout | undefined

  const tell = () => {
    spacing = undefined
    if (revision === undefined || revision === lastTold) return
    lastTold = revision
    if (spacingMs > 0) spacing = setTimeout(tell, spacingMs).unref()
    for (const subscriber of subscribers) {
      try {
        subscriber(revision)
      } catch (error) {
        log.error({ err: error }, 'a subscriber failed and was let go')
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
      if (spacing === undefined) tell()
    },
    subscribe(subscriber) {
      subscribers.add(subscriber)
      return () => subscribers.delete(subscriber)
    },
  }
}

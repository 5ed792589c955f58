import type { Log } from '../log.ts'
import type { Change } from './store.ts'

type Listener = (change: Change) => void

/** Those who are told of every change. */
export interface Watchers {
  /** Tells `present`, where that is known, to the listener at once. Returns a function that ends it. */
  add(listener: Listener, present: Change | undefined): () => void
  notify(change: Change): void
}

/** A listener that throws is logged, and the others are told all the same. */
export function createWatchers(log: Log): Watchers {
  // By watch, not by function: the same function may watch twice, and each watch ends by itself.
  const watches = new Set<{ readonly listener: Listener }>()

  function tellOne(listener: Listener, change: Change): void {
    try {
      listener(change)
    } catch (error) {
      log.error({ err: error, revision: change.revision }, 'A watcher of the catalogue failed.')
    }
  }

  return {
    add(listener, present) {
      const watch = { listener }
      watches.add(watch)
      if (present !== undefined) tellOne(listener, present)
      return () => {
        watches.delete(watch)
      }
    },
    notify(change) {
      // Whoever starts to watch meanwhile is told this revision as the present one, and only then.
      const present = [...watches]
      for (const watch of present) {
        if (watches.has(watch)) tellOne(watch.listener, change)
      }
    },
  }
}

import type { Log } from '../log.ts'
import type { Change } from './store.ts'

type Listener = (change: Change) => void

/** The listeners that are notified of every change. */
export interface Watchers {
  /** Calls the listener with `current` at once, if that is known. Returns a function that removes the listener. */
  add(listener: Listener, current: Change | undefined): () => void
  notify(change: Change): void
}

/** A listener that throws is logged; the others are notified all the same. */
export function createWatchers(log: Log): Watchers {
  // Keyed by watch, not by function: the same function may be added twice, and each is removed on its own.
  const watches = new Set<{ readonly listener: Listener }>()

  function call(listener: Listener, change: Change): void {
    try {
      listener(change)
    } catch (error) {
      log.error({ err: error, revision: change.revision }, 'A watcher of the catalogue failed.')
    }
  }

  return {
    add(listener, current) {
      const watch = { listener }
      watches.add(watch)
      if (current !== undefined) call(listener, current)
      return () => {
        watches.delete(watch)
      }
    },
    notify(change) {
      // A listener that is added meanwhile was already called with this revision as the current one.
      const before = [...watches]
      for (const watch of before) {
        if (watches.has(watch)) call(watch.listener, change)
      }
    },
  }
}

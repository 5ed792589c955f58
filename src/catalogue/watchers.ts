import type { Log } from '../log.ts'
import type { Change } from './store.ts'

type Listener<T> = (change: T) => void

/** The listeners that are notified of every change. */
export interface Watchers<T> {
  /** Calls the listener with `current` at once, if that is known. Returns a function that removes the listener. */
  add(listener: Listener<T>, current: T | undefined): () => void
  notify(change: T): void
}

/** @param onError is called when a listener throws; the others are notified all the same. */
export function createWatchers<T>(onError: (error: unknown, change: T) => void): Watchers<T> {
  // Keyed by watch, not by function: the same function may be added twice, and each is removed on its own.
  const watches = new Set<{ readonly listener: Listener<T> }>()

  function call(listener: Listener<T>, change: T): void {
    try {
      listener(change)
    } catch (error) {
      onError(error, change)
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

/** A watcher of the catalogue that throws is logged. */
export function createCatalogueWatchers(log: Log): Watchers<Change> {
  return createWatchers((error, { revision }) => {
    log.error({ err: error, revision }, 'A watcher of the catalogue failed.')
  })
}

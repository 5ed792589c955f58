import type { Log } from '../log.ts'
import type { Change } from './store.ts'

type Listener<T> = (change: T) => void

export type Watchers<T> = ReturnType<typeof createWatchers<T>>

/**
 * The listeners that are notified of every change.
 *
 * @param onError is called when a listener throws; the others are notified all the same.
 */
export function createWatchers<T>(onError: (error: unknown, change: T) => void) {
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
    /** Calls the listener with `current` at once, if that is known. Returns a function that removes the listener. */
    add(listener: Listener<T>, current: T | undefined): () => void {
      const watch = { listener }
      watches.add(watch)
      if (current !== undefined) call(listener, current)
      return () => {
        watches.delete(watch)
      }
    },
    notify(change: T): void {
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
  return createWatchers<Change>((error, { revision }) => {
    log.error({ err: error, revision }, 'A watcher of the catalogue failed.')
  })
}

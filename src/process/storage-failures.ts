import { channel } from 'node:diagnostics_channel'

/**
 * A channel for failed reads and writes on this machine's disk. `packages/sqlite` publishes to it too, by its name.
 */
const failures = channel('stockinette:storage-failure')

/** Publishes a failure of this machine's storage. */
export function reportStorageFailure(cause: unknown): void {
  failures.publish(cause)
}

/** Calls `listener` with the cause of each failure until the result is disposed of. */
export function watchStorageFailures(listener: (cause: unknown) => void): Disposable {
  const notify = (cause: unknown) => listener(cause)
  failures.subscribe(notify)
  return {
    [Symbol.dispose]: () => {
      failures.unsubscribe(notify)
    },
  }
}

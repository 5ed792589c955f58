import { channel } from 'node:diagnostics_channel'

/**
 * Everything in this process that writes to the disk publishes its failures on this channel, `packages/sqlite` too: it
 * knows the channel by its name.
 */
const failures = channel('stockinette:storage-failure')

/** Tells that this machine's storage failed. */
export function reportStorageFailure(cause: unknown): void {
  failures.publish(cause)
}

/** Calls `listener` with what each failure from now on was caused by, until it is disposed of. */
export function watchStorageFailures(listener: (cause: unknown) => void): Disposable {
  const hear = (cause: unknown) => listener(cause)
  failures.subscribe(hear)
  return {
    [Symbol.dispose]: () => {
      failures.unsubscribe(hear)
    },
  }
}

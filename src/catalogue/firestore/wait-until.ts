/** How long to wait for the listener. A healthy one needs far less; a broken one must not block callers. */
const timeoutMs = 5_000

/** Waits for conditions that change when a listener receives something. */
export interface Waiter {
  /** Resolves with `true` as soon as `condition` holds, with `false` on a timeout. */
  waitUntil(condition: () => boolean): Promise<boolean>
  /** Checks all conditions again: a listener has received something. */
  recheck(): void
}

export function createWaiter(): Waiter {
  const checks = new Set<() => void>()
  return {
    async waitUntil(condition) {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const check = () => {
        if (condition()) resolve(true)
      }
      checks.add(check)
      const timeout = setTimeout(resolve, timeoutMs, false)
      check()
      return promise.finally(() => {
        clearTimeout(timeout)
        checks.delete(check)
      })
    },
    recheck() {
      for (const check of checks) check()
    },
  }
}

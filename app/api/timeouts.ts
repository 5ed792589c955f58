/**
 * How long to wait for a response, in milliseconds. Without a timeout, a phone with a stalled connection waits as long as
 * the browser does. The server allows 30 seconds for a request to arrive, so a slow request gets more than that.
 */
export const requestTimeoutMs = 45_000

/**
 * How long a form that is saved may wait for its draft to be deleted, in milliseconds. IndexedDB can hang, and what is saved
 * does not depend on it.
 */
export const leaveTimeoutMs = 500

/** Resolves with `undefined` if `promise` takes longer than `ms` milliseconds; the work behind it continues. */
export function withTimeout<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

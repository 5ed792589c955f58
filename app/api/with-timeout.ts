/** Resolves with `undefined` if `promise` takes longer than `ms` milliseconds; the work behind it continues. */
export function withTimeout<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, ms, undefined)
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

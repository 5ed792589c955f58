/**
 * What `promise` gives, or `undefined` if that takes longer than `ms` milliseconds: it goes on by itself then. Rejects as
 * it does.
 */
export function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, ms, undefined)
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

const firstMs = 1_000
const longestMs = 30_000

/** Resolves when the browser is online. */
export async function waitUntilOnline(): Promise<void> {
  if (navigator.onLine) return
  await new Promise((resolve) => {
    addEventListener('online', resolve, { once: true })
  })
}

/**
 * Exponential back-off. Resolves early when the browser is back online or the signal is aborted.
 *
 * @param failures in a row, from 1.
 */
export function waitBeforeRetry(failures: number, signal?: AbortSignal, atLeastMs = 0): Promise<void> {
  const ms = Math.max(Math.min(firstMs * 2 ** (failures - 1), longestMs), atLeastMs)
  return new Promise((resolve) => {
    const controller = new AbortController()
    const end = () => {
      clearTimeout(timer)
      controller.abort()
      resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end, { signal: controller.signal })
    signal?.addEventListener('abort', end, { signal: controller.signal })
  })
}

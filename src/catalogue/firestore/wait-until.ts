/** Long enough for a listener that is well; one that is not has nobody wait for it. */
const timeoutMs = 5_000

/** Waits for what listeners bring. */
export interface Waiter {
  /** Resolves with `true` as soon as `isSo` is, with `false` when that takes too long. */
  waitUntil(isSo: () => boolean): Promise<boolean>
  /** A listener has brought something. */
  recheck(): void
}

export function createWaiter(): Waiter {
  const looks = new Set<() => void>()
  return {
    async waitUntil(isSo) {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const look = () => {
        if (isSo()) resolve(true)
      }
      looks.add(look)
      const impatience = setTimeout(resolve, timeoutMs, false)
      look()
      return promise.finally(() => {
        clearTimeout(impatience)
        looks.delete(look)
      })
    },
    recheck() {
      for (const look of looks) look()
    },
  }
}

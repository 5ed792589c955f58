/** Long enough for a listener that is well; one that is not has nobody wait for it. */
const patienceMs = 5_000

/** Waits for what listeners bring. */
export interface Patience {
  /** Resolves with `true` as soon as `isSo` is, with `false` when that takes too long. */
  until(isSo: () => boolean): Promise<boolean>
  /** A listener has brought something. */
  look(): void
}

export function createPatience(): Patience {
  const looks = new Set<() => void>()
  return {
    async until(isSo) {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const look = () => {
        if (isSo()) resolve(true)
      }
      looks.add(look)
      const impatience = setTimeout(resolve, patienceMs, false)
      look()
      return promise.finally(() => {
        clearTimeout(impatience)
        looks.delete(look)
      })
    },
    look() {
      for (const look of looks) look()
    },
  }
}

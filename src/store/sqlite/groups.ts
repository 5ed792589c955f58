/** Things written together. */
export interface Groups<T> {
  /** Resolves with the value once its group is written; rejects with what the writing threw. */
  add(value: T): Promise<T>
  /** Resolves once everything that was added is written or has failed. */
  settled(): Promise<void>
}

interface Waiting<T> {
  readonly value: T
  readonly promise: Promise<T>
  readonly resolve: (value: T) => void
  readonly reject: (error: unknown) => void
}

/**
 * Gathers what is added in one turn of the event loop and has it written as one group when the turn ends: a disk makes
 * a hundred things durable in about the time that it takes for one. What comes alone waits for nothing else.
 */
export function createGroups<T>(write: (group: readonly T[]) => void): Groups<T> {
  let waiting: Waiting<T>[] = []

  function writeGroup(): void {
    const group = waiting
    waiting = []
    try {
      write(group.map(({ value }) => value))
      for (const { value, resolve } of group) resolve(value)
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }

  return {
    add(value) {
      if (waiting.length === 0) setImmediate(writeGroup)
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      waiting.push({ value, promise, resolve, reject })
      return promise
    },
    async settled() {
      await Promise.allSettled(waiting.map(({ promise }) => promise))
    },
  }
}

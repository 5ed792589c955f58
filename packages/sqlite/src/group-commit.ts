/** Things written together. */
export interface Groups<T> {
  /** Resolves with the value once its group is written; rejects with what the writing failed with. */
  add(value: T): Promise<T>
  /** Resolves once everything that was added is written or has failed. */
  settled(): Promise<void>
}

/**
 * Gathers what is added in one turn of the event loop and has it written as one group when the turn ends: a disk makes
 * a hundred things durable in about the time that it takes for one. What comes alone waits for nothing else.
 */
export function createGroups<T>(write: (group: readonly T[]) => Promise<void> | void): Groups<T> {
  let gathered: T[] = []
  let group: Promise<void> | undefined
  const unwritten = new Set<Promise<void>>()

  async function writeGathered(): Promise<void> {
    await endOfTurn()
    const values = gathered
    gathered = []
    group = undefined
    await write(values)
  }

  function openGroup(): Promise<void> {
    const opened = writeGathered()
    const forget = () => void unwritten.delete(opened)
    unwritten.add(opened)
    opened.then(forget, forget)
    return opened
  }

  return {
    async add(value) {
      gathered.push(value)
      await (group ??= openGroup())
      return value
    },
    async settled() {
      await Promise.allSettled(unwritten)
    },
  }
}

function endOfTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

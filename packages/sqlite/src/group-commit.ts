/**
 * Collects the values that are added in one turn of the event loop and writes them as one group at the end of the turn: a
 * disk syncs a hundred changes in about the time of one. A single value is not delayed.
 */
export function createGroupCommit<T>(write: (group: readonly T[]) => Promise<void> | void) {
  let collected: T[] = []
  let group: Promise<void> | undefined
  const pending = new Set<Promise<void>>()

  async function writeCollected(): Promise<void> {
    await endOfTurn()
    const values = collected
    collected = []
    group = undefined
    await write(values)
  }

  function openGroup(): Promise<void> {
    const opened = writeCollected()
    const remove = () => void pending.delete(opened)
    pending.add(opened)
    opened.then(remove, remove)
    return opened
  }

  return {
    /** Resolves with the value once its group is written; rejects with the error of the write. */
    async add(value: T): Promise<T> {
      collected.push(value)
      await (group ??= openGroup())
      return value
    },
    /** Resolves once every value added so far is written or has failed. */
    async settled(): Promise<void> {
      await Promise.allSettled(pending)
    },
  }
}

function endOfTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

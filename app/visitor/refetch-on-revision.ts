interface Current {
  /** The catalogue is at this revision. */
  onRevision: (revision: number) => void
  /** Something may have been missed. */
  onReturn: () => void
}

/**
 * Reads something of the catalogue anew whenever that has moved on from what was read last: one reading at a time. What is
 * told during it leads to one more, unless the answer is of that revision already.
 *
 * @param read resolves with the revision of what it has taken over; `undefined` when that was nothing.
 * @param revision of what is there to begin with.
 */
export function keepCurrent(read: () => Promise<number | undefined>, revision?: number): Current {
  let known = revision
  let told: number | undefined
  let isReading = false
  let isStale = false

  const refresh = async () => {
    isStale = true
    if (isReading) return
    isReading = true
    while (isStale) {
      isStale = false
      known = (await read()) ?? known
      // Processes beside each other need not agree on revisions: one that differs is read once more, and no oftener.
      if (told !== undefined && told !== known) isStale = true
      told = undefined
    }
    isReading = false
  }
  return {
    onRevision: (latest) => {
      if (isReading) told = latest
      else if (latest !== known) void refresh()
    },
    onReturn: () => void refresh(),
  }
}

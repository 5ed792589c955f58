interface RevisionListener {
  /** The catalogue's latest revision. */
  onRevision: (revision: number) => void
  /** Changes may have been missed. */
  onReturn: () => void
}

/**
 * Refetches when the revision changes, one request at a time. A revision announced during a fetch triggers one more,
 * unless the response already has it.
 *
 * @param refetch resolves with the revision of the data that it applied; `undefined` if it applied none.
 * @param revision of the current data.
 */
export function refetchOnRevision(refetch: () => Promise<number | undefined>, revision?: number): RevisionListener {
  let current = revision
  let announced: number | undefined
  let isFetching = false
  let isStale = false

  const refresh = async () => {
    isStale = true
    if (isFetching) return
    isFetching = true
    while (isStale) {
      isStale = false
      current = (await refetch()) ?? current
      // Other processes may have other revisions: refetch once for a different one, and not again.
      if (announced !== undefined && announced !== current) isStale = true
      announced = undefined
    }
    isFetching = false
  }
  return {
    onRevision: (latest) => {
      if (isFetching) announced = latest
      else if (latest !== current) void refresh()
    },
    onReturn: () => void refresh(),
  }
}

import { waitBeforeRetry } from '../../api/wait-before-retry.ts'

export interface RevisionListener {
  /** The catalogue's revision: on connecting, and after each change. */
  onRevision: (revision: number) => void
  /** The page is visible again, and may have missed changes. Called before the connection is open. */
  onReturn: () => void
}

/**
 * Refetches when the revision changes, one request at a time. A revision announced during a fetch triggers one more,
 * unless the response already has it. A failed fetch is retried with back-off, and at once when the page is shown again or
 * a revision is announced; not while the page is hidden. So is a response that is older than the announced revision, once:
 * another process of the shop, which does not know of the change yet, may have sent it.
 *
 * @param refetch resolves with the revision of the data that it applied; `undefined` if it applied none. Rejects to be
 *   called again.
 * @param revision of the current data.
 */
export function refetchOnRevision(refetch: () => Promise<number | undefined>, revision?: number): RevisionListener {
  let current = revision
  let announced: number | undefined
  let isFetching = false
  let isStale = false
  let failures = 0
  let waiting = new AbortController()

  /** @returns whether the response is at least as new as what was announced: another process may not know of it yet. */
  const refetchOnce = async () => {
    const expected = announced
    announced = undefined
    current = (await refetch()) ?? current
    return expected === undefined || current === undefined || current >= expected
  }
  const refresh = async () => {
    isStale = true
    waiting.abort()
    if (isFetching) return
    isFetching = true
    while (isStale) {
      isStale = false
      if (await refetchOnce().catch(() => false)) failures = 0
      else {
        waiting = new AbortController()
        failures += 1
        await waitBeforeRetry(failures, waiting.signal)
        isStale ||= !document.hidden
      }
      isStale ||= announced !== undefined && announced !== current
    }
    isFetching = false
  }
  return {
    onRevision: (latest) => {
      if (!isFetching && latest === current) return
      announced = latest
      waiting.abort()
      if (!isFetching) void refresh()
    },
    onReturn: () => void refresh(),
  }
}

/** The revision of the data that an element shows. */
export function revisionOf({ dataset }: HTMLElement): number {
  return Number(dataset.revision)
}

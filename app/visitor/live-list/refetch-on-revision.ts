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
 * a revision is announced; not while the page is hidden.
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

  const refetchOnce = async () => {
    try {
      current = (await refetch()) ?? current
      failures = 0
    } catch {
      waiting = new AbortController()
      failures += 1
      await waitBeforeRetry(failures, waiting.signal)
      isStale ||= !document.hidden
    }
  }
  const refresh = async () => {
    isStale = true
    waiting.abort()
    if (isFetching) return
    isFetching = true
    while (isStale) {
      isStale = false
      await refetchOnce()
      // Other processes may have other revisions: refetch once for a different one, and not again.
      if (announced !== undefined && announced !== current) isStale = true
      announced = undefined
    }
    isFetching = false
  }
  return {
    onRevision: (latest) => {
      if (isFetching) {
        announced = latest
        waiting.abort()
      } else if (latest !== current) void refresh()
    },
    onReturn: () => void refresh(),
  }
}

/** The revision of the data that an element shows. */
export function revisionOf({ dataset }: HTMLElement): number {
  return Number(dataset.revision)
}

import { fetchPage } from '../live-list/fetch-page.ts'
import { startLiveList } from '../live-list/live-list.ts'

/**
 * Keeps a list of pieces up to date, with what surrounds it. A list with `data-still` is only fetched again when it is
 * shown again.
 *
 * @returns a listener for the live connection; `undefined` without a live list.
 */
export function startLivePieces() {
  const listener = startLiveList(fetchList)
  if (!listener || document.querySelector('[data-still]') === null) return listener
  whenShownAgain(listener.onReturn)
  return undefined
}

/** A category without pieces has no page any more: shows what has taken its place. */
async function fetchList(): Promise<Document> {
  const page = await fetchPage([404])
  if (page.querySelector('#items') === null && page.querySelector('.page-message') !== null) location.reload()
  return page
}

/** Runs `run` when the visitor returns to the page: to its tab, or from another page, which may show an old copy of it. */
function whenShownAgain(run: () => void): void {
  addEventListener('pageshow', ({ persisted }) => persisted && run())
  document.addEventListener('visibilitychange', () => document.hidden || run())
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (navigation?.type === 'back_forward') run()
}

import { fetchPage } from '../live-list/fetch-page.ts'
import { startLiveList } from '../live-list/live-list.ts'
import { whenShownAgain } from '../live-list/when-shown-again.ts'

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

import { applyWhenIdle } from './apply-when-idle.ts'
import { fetchPage } from './fetch-page.ts'
import { countNewCards, reconcileCards } from './reconcile-cards.ts'
import { refetchOnRevision, revisionOf } from './refetch-on-revision.ts'
import { replaceParts } from './replace-parts.ts'

/**
 * Keeps the list up to date, with what surrounds it (`data-part`): on a new revision, fetches the page again and reconciles
 * the cards. While that fails, the list stays as it is.
 *
 * @param fetchList a fresh copy of this page. Rejects to be called again.
 * @returns a listener for the live connection; `undefined` on a page without the list.
 */
export function startLiveList(fetchList: () => Promise<Document> = fetchPage) {
  const grid = document.querySelector<HTMLElement>('#items')
  const status = document.querySelector<HTMLElement>('#catalogue-status')
  if (!grid || !status) return undefined

  let latest = grid

  const update = (page: Document, fresh: HTMLElement) => {
    // It is about to be shown. What surrounds the list may be newer than its revision: categories come once the index is filled.
    if (latest !== grid && fresh.dataset.revision === latest.dataset.revision) return
    latest = fresh
    const count = countNewCards(grid, fresh)
    const text = count ? newItemsText(count, status.dataset) : ''
    status.textContent = text
    applyWhenIdle(grid, text, () => {
      reconcileCards(grid, fresh)
      replaceParts(page)
      latest = grid
    })
  }

  const refetch = async () => {
    const page = await fetchList()
    const fresh = page.querySelector<HTMLElement>('#items')
    if (fresh) update(page, fresh)
    return fresh ? revisionOf(fresh) : undefined
  }
  return refetchOnRevision(refetch, revisionOf(grid))
}

/** `texts` has a text for each plural rule of the page's language. */
function newItemsText(count: number, texts: DOMStringMap): string {
  const rule = new Intl.PluralRules(document.documentElement.lang).select(count)
  return (texts[rule] ?? texts['other']!).replace('{count}', String(count))
}

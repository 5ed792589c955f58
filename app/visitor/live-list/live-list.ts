import { whenShownAgain } from '../page-lifecycle.ts'
import { applyWhenIdle } from './apply-when-idle.ts'
import { fetchPage } from './fetch-page.ts'
import { countNewCards, reconcileCards } from './reconcile-cards.ts'
import { refetchOnRevision } from './refetch-on-revision.ts'
import { replaceParts } from './replace-parts.ts'

/**
 * Keeps the list up to date: on a new revision, fetches the page again, reconciles the cards and replaces the parts around
 * them. While that fails, the list stays as it is. A list with `data-still` is only fetched when it is shown again.
 *
 * @returns a listener for the live connection; `undefined` on a page without a live list.
 */
export function startLiveList() {
  const grid = document.querySelector<HTMLElement>('#grid')
  const status = document.querySelector<HTMLElement>('#catalogue-status')
  if (!grid || !status) return undefined

  let latest = grid

  const update = (page: Document, fresh: HTMLElement) => {
    if (fresh.dataset.revision === latest.dataset.revision) return
    latest = fresh
    const count = countNewCards(grid, fresh)
    const text = count > 0 ? newItemsText(count, status.dataset) : ''
    status.textContent = text
    applyWhenIdle(grid, text, () => {
      reconcileCards(grid, fresh)
      replaceParts(page)
      latest = grid
    })
  }

  const refetch = async () => {
    const page = await fetchPage([404])
    const fresh = page.querySelector<HTMLElement>('#grid')
    if (fresh) update(page, fresh)
    else if (page.querySelector('.page-message')) location.reload() // A category without pieces has no page.
    return fresh ? revisionOf(fresh) : undefined
  }
  const listener = refetchOnRevision(refetch, revisionOf(grid))
  if (!('still' in grid.dataset)) return listener
  whenShownAgain(listener.onReturn)
  return undefined
}

/** `texts` has a text for each plural rule of the page's language. */
function newItemsText(count: number, texts: DOMStringMap): string {
  const rule = new Intl.PluralRules(document.documentElement.lang).select(count)
  return (texts[rule] ?? texts['other'] ?? '').replace('#', String(count))
}

function revisionOf({ dataset }: HTMLElement): number {
  return Number(dataset.revision)
}

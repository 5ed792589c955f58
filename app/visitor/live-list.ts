import { patienceMs } from '../api/timeouts.ts'
import { showWhenFree } from './apply-when-idle.ts'
import { countNewCards, mergeCards } from './reconcile-cards.ts'
import { keepCurrent } from './refetch-on-revision.ts'

/**
 * Keeps the page's list up to date: when the catalogue has moved on, the page fetches itself and takes the cards over.
 * On an error nothing is said and the list stays as it is.
 *
 * @returns what a live connection should tell; `undefined` on a page without the list.
 */
export function followCatalogue() {
  const grid = document.querySelector<HTMLElement>('#grid')
  const status = document.querySelector<HTMLElement>('#catalogue-status')
  if (!grid || !status) return undefined

  let latest = grid

  const take = (fresh: HTMLElement) => {
    if (fresh.dataset.revision === latest.dataset.revision) return
    latest = fresh
    const count = countNewCards(grid, fresh)
    const words = count > 0 ? newItemsText(count, status.dataset) : ''
    status.textContent = words
    showWhenFree(grid, words, () => {
      mergeCards(grid, fresh)
      latest = grid
    })
  }

  const read = async () => {
    const fresh = await fetchGrid()
    if (fresh) take(fresh)
    return fresh && revisionOf(fresh)
  }
  return keepCurrent(read, revisionOf(grid))
}

/** `texts` has a text for each plural rule of the page's language. */
function newItemsText(count: number, texts: DOMStringMap): string {
  const rule = new Intl.PluralRules(document.documentElement.lang).select(count)
  return (texts[rule] ?? texts['other'] ?? '').replace('#', String(count))
}

function revisionOf({ dataset }: HTMLElement): number {
  return Number(dataset.revision)
}

/** The list as this page would have it now; `undefined` when it cannot be had. */
async function fetchGrid(): Promise<HTMLElement | undefined> {
  try {
    const answer = await fetch(location.pathname, { cache: 'no-cache', signal: AbortSignal.timeout(patienceMs) })
    if (!answer.ok) return undefined
    const html = await answer.text()
    // Without its head: this page's policy need not allow that page's styles.
    const page = new DOMParser().parseFromString(html.slice(html.indexOf('<body')), 'text/html')
    return page.querySelector<HTMLElement>('#grid') ?? undefined
  } catch {
    return undefined // No connection: the next revision, or the next return to the page, tries again.
  }
}

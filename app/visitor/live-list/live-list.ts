import { requestTimeoutMs } from '../../api/timeouts.ts'
import { applyWhenIdle } from './apply-when-idle.ts'
import { countNewCards, reconcileCards } from './reconcile-cards.ts'
import { refetchOnRevision } from './refetch-on-revision.ts'

/**
 * Keeps the list up to date: on a new revision, fetches the page again and reconciles the cards. While that fails, the
 * list stays as it is.
 *
 * @returns a listener for the live connection; `undefined` on a page without the list.
 */
export function startLiveList() {
  const grid = document.querySelector<HTMLElement>('#grid')
  const status = document.querySelector<HTMLElement>('#catalogue-status')
  if (!grid || !status) return undefined

  let latest = grid

  const update = (fresh: HTMLElement) => {
    if (fresh.dataset.revision === latest.dataset.revision) return
    latest = fresh
    const count = countNewCards(grid, fresh)
    const text = count > 0 ? newItemsText(count, status.dataset) : ''
    status.textContent = text
    applyWhenIdle(grid, text, () => {
      reconcileCards(grid, fresh)
      latest = grid
    })
  }

  const refetch = async () => {
    const fresh = await fetchGrid()
    if (fresh) update(fresh)
    return fresh && revisionOf(fresh)
  }
  return refetchOnRevision(refetch, revisionOf(grid))
}

/** `texts` has a text for each plural rule of the page's language. */
function newItemsText(count: number, texts: DOMStringMap): string {
  const rule = new Intl.PluralRules(document.documentElement.lang).select(count)
  return (texts[rule] ?? texts['other'] ?? '').replace('#', String(count))
}

function revisionOf({ dataset }: HTMLElement): number {
  return Number(dataset.revision)
}

/** The list of a fresh copy of this page. Rejects if it cannot be loaded. */
async function fetchGrid(): Promise<HTMLElement | undefined> {
  const response = await fetch(location.pathname, {
    cache: 'no-cache',
    signal: AbortSignal.timeout(requestTimeoutMs),
  })
  if (!response.ok) throw new Error(response.statusText)
  const html = await response.text()
  // Without the head, because the content security policy may forbid its styles.
  const page = new DOMParser().parseFromString(html.slice(html.indexOf('<body')), 'text/html')
  return page.querySelector<HTMLElement>('#grid') ?? undefined
}

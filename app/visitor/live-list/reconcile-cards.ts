const cardsOf = (grid: Element) => [...grid.querySelectorAll('li')]

/** The card of the same item: it has the same link. */
const cardIn = (list: Element, card: Element) =>
  list.querySelector(`[href="${card.querySelector('a')?.pathname}"]`)?.closest('li')

/** How many cards `fresh` has that `grid` does not show. Not at its end: those take the place of others that are gone. */
export function countNewCards(grid: Element, fresh: Element): number {
  const isShown = (card: Element) => cardIn(grid, card)
  const cards = cardsOf(fresh)
  const last = cards.findLastIndex(isShown)
  return cards.filter((card, index) => (last < 0 || index < last) && !isShown(card)).length
}

/**
 * Makes `grid` show the cards of `fresh`. An unchanged card keeps its element, so that its image does not reload and it keeps the
 * focus. That of a changed one goes to the same card, and of a removed one to the last.
 */
export function reconcileCards(grid: HTMLElement, fresh: HTMLElement): void {
  const list = grid.querySelector('ul')
  if (!list) return
  const focused = list.querySelector('li:focus-within')
  const next = cardsOf(fresh).map((card) => {
    const old = cardIn(list, card)
    const shown = old ?? card
    shown.classList.toggle('card-new', !old) // One that is moved does not appear again.
    return old && isSameCard(old, card) ? old : document.adoptNode(card)
  })
  for (const card of cardsOf(list)) if (!next.includes(card)) card.remove()
  for (const [index, card] of next.entries()) {
    if (list.children[index] !== card) list.insertBefore(card, list.children[index] ?? null)
  }
  grid.dataset.revision = fresh.dataset.revision
  if (focused && !focused.isConnected) focusCard(cardIn(list, focused) ?? next.at(-1))
}

/** Moves the focus to a card without scrolling. */
export function focusCard(card: Element | null | undefined): void {
  card?.querySelector<HTMLElement>('h3 a')?.focus({ preventScroll: true })
}

/** Ignores what depends on the card's position: the loading attributes and the placeholder. */
function isSameCard(a: Element, b: Element): boolean {
  const content = (card: Element) =>
    card.innerHTML.replace(/ (?:loading|fetchpriority)="\w+"|<img class="placeholder"[^<>]*>/g, '')
  return content(a) === content(b)
}

const cardsOf = (grid: Element) => [...grid.querySelectorAll<HTMLElement>('[data-id]')]

/** How many cards `fresh` has that `grid` does not show. */
export function countNewCards(grid: Element, fresh: Element): number {
  const shown = new Set(cardsOf(grid).map((card) => card.dataset.id))
  return cardsOf(fresh).filter((card) => !shown.has(card.dataset.id)).length
}

/**
 * Makes `grid` show the cards of `fresh`. An unchanged card keeps its element, so that its image does not reload and it keeps the
 * focus.
 */
export function reconcileCards(grid: HTMLElement, fresh: HTMLElement): void {
  const list = grid.querySelector('ul')
  if (!list) return
  const shown = new Map(cardsOf(grid).map((card) => [card.dataset.id, card]))
  const next = cardsOf(fresh).map((card) => {
    const old = shown.get(card.dataset.id)
    return old && isSameCard(old, card) ? old : document.adoptNode(card)
  })

  const hadFocus = grid.contains(document.activeElement)
  for (const card of shown.values()) if (!next.includes(card)) card.remove()
  for (const [index, card] of next.entries()) {
    if (list.children[index] === card) continue
    card.classList.toggle('card-new', !shown.has(card.dataset.id))
    list.insertBefore(card, list.children[index] ?? null)
  }
  grid.dataset.revision = fresh.dataset.revision
  // The card with the focus was removed: focus the last card.
  if (hadFocus && !grid.contains(document.activeElement)) focusCard(next.at(-1))
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

const cardsOf = (grid: Element) => [...grid.querySelectorAll<HTMLElement>('[data-id]')]

/** How many cards `fresh` has that `grid` does not show. */
export function countNewCards(grid: Element, fresh: Element): number {
  const shown = new Set(cardsOf(grid).map((card) => card.dataset.id))
  return cardsOf(fresh).filter((card) => !shown.has(card.dataset.id)).length
}

/**
 * Makes `grid` show what `fresh` holds. A card that is the same stays the very element that it was, so that its picture
 * is not loaded again and focus stays on it.
 */
export function mergeCards(grid: HTMLElement, fresh: HTMLElement): void {
  const list = grid.querySelector('ul')
  if (!list) return
  const shown = new Map(cardsOf(grid).map((card) => [card.dataset.id, card]))
  const next = cardsOf(fresh).map((card) => {
    const old = shown.get(card.dataset.id)
    return old && isSameCard(old, card) ? old : document.adoptNode(card)
  })

  const hadFocus = list.contains(document.activeElement)
  for (const card of shown.values()) if (!next.includes(card)) card.remove()
  for (const [index, card] of next.entries()) {
    if (list.children[index] === card) continue
    card.classList.toggle('card-new', !shown.has(card.dataset.id))
    list.insertBefore(card, list.children[index] ?? null)
  }
  grid.querySelector(':scope > p')?.remove()
  grid.prepend(...fresh.querySelectorAll(':scope > p'))
  grid.dataset.revision = fresh.dataset.revision
  // The card that had the focus is gone: the last one takes its place, where the list now ends.
  if (hadFocus && !list.contains(document.activeElement)) focusCard(next.at(-1))
}

/** Moves the focus to a card without moving the page. */
export function focusCard(card: Element | null | undefined): void {
  card?.querySelector<HTMLElement>('h3 a')?.focus({ preventScroll: true })
}

/** How soon a picture is loaded depends on the card's place and says nothing about the card. */
function isSameCard(a: Element, b: Element): boolean {
  const content = (card: Element) => card.innerHTML.replace(/ (?:loading|fetchpriority)="\w+"/g, '')
  return content(a) === content(b)
}

/**
 * Makes the parts of this page with `data-part` those of `page`. Entries of lists that stay the same keep their elements, so
 * that their images do not reload; a link keeps the focus if it is still there, and so does what opens details. A row and
 * the page stay where they were scrolled to.
 */
export function replaceParts(page: Document): void {
  for (const part of document.querySelectorAll<HTMLElement>('[data-part]')) {
    const fresh = page.querySelector<HTMLElement>(`[data-part="${part.dataset['part']}"]`)
    if (!fresh) continue
    part.hidden = fresh.hidden
    // What a visitor has opened stays open.
    if (part.querySelector('[open]')) fresh.querySelector('details')?.toggleAttribute('open', true)
    if (fresh.innerHTML === part.innerHTML) continue
    const href = part.querySelector(':focus')?.getAttribute('href')
    const left = part.querySelector('ul')?.scrollLeft
    const shown = new Map([...part.querySelectorAll('li')].map((entry) => [entry.outerHTML, entry]))
    part.replaceChildren(...fresh.childNodes)
    for (const entry of part.querySelectorAll('li')) {
      const kept = shown.get(entry.outerHTML)
      if (kept && !kept.isConnected) entry.replaceWith(kept)
    }
    part.querySelector('ul')?.scrollTo({ left, behavior: 'instant' })
    // What opens the details has no address.
    part.querySelector<HTMLElement>(href === null ? 'summary' : `a[href="${href}"]`)?.focus({ preventScroll: true })
  }
}

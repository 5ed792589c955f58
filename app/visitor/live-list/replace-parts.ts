/** Makes the parts of this page with `data-part` those of `page`. A link keeps the focus if it is still there. */
export function replaceParts(page: Document): void {
  for (const part of document.querySelectorAll<HTMLElement>('[data-part]')) {
    const fresh = page.querySelector(`[data-part="${part.dataset['part']}"]`)
    if (!fresh || fresh.innerHTML === part.innerHTML) continue
    const focused = part.contains(document.activeElement) && document.activeElement?.getAttribute('href')
    part.replaceChildren(...fresh.childNodes)
    for (const link of part.querySelectorAll('a')) if (link.getAttribute('href') === focused) link.focus()
  }
}

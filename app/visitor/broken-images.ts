/**
 * Says so in place of an image that fails to load (`.card-image`, `.item-image`); elsewhere, hides the browser's icon. The
 * box keeps its background colour.
 */
export function markBrokenImages(): void {
  for (const image of document.images) if (image.complete && image.naturalWidth === 0) mark(image)
  addEventListener('error', ({ target }) => target instanceof HTMLImageElement && mark(target), { capture: true })
}

function mark(image: HTMLImageElement): void {
  if (image.classList.contains('broken')) return
  image.classList.add('broken')
  const box = image.closest('.card-image, .item-image')
  if (!box) return
  const note = document.createElement('span')
  note.className = 'broken-note'
  note.textContent = document.body.dataset['brokenImage'] ?? ''
  box.append(note)
}

/** Replaces the browser's icon of images that fail to load by words: the alternative text, or else that of the page. */
export function hideBrokenImages(): void {
  const hide = (image: EventTarget | null) => {
    if (!(image instanceof HTMLImageElement) || image.classList.contains('broken')) return
    image.classList.add('broken')
    const words = document.createElement('span')
    words.className = 'broken-words'
    words.ariaHidden = 'true'
    words.textContent = image.alt || (document.body.dataset['broken'] ?? '')
    const frame = image.closest('picture') ?? image
    frame.after(words)
  }
  for (const image of document.images) if (image.complete && image.naturalWidth === 0) hide(image)
  addEventListener('error', ({ target }) => hide(target), { capture: true })
}

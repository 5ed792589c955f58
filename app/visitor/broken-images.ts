/**
 * Replaces the browser's icon of images that fail to load by words: the alternative text, or else that of the page. Without a
 * connection, the words say so, and the images are loaded again once there is one.
 */
export function hideBrokenImages(): void {
  const hide = (image: EventTarget | null) => {
    if (!(image instanceof HTMLImageElement) || image.classList.contains('broken')) return
    image.classList.add('broken')
    const words = document.createElement('span')
    words.className = 'broken-words'
    words.ariaHidden = 'true'
    const { broken, offline } = document.body.dataset
    words.textContent = (navigator.onLine ? image.alt || broken : offline) ?? ''
    const frame = image.closest('picture') ?? image
    frame.after(words)
    if (navigator.onLine) return
    const retry = () => {
      words.remove()
      image.classList.remove('broken')
      image.src += ''
    }
    addEventListener('online', retry, { once: true })
  }
  for (const image of document.images) if (image.complete && image.naturalWidth === 0) hide(image)
  addEventListener('error', ({ target }) => hide(target), { capture: true })
}

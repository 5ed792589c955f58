/** Hides the browser's icon of images that fail to load. The empty box keeps its background colour. */
export function hideBrokenImages(): void {
  const hide = (image: EventTarget | null) => {
    if (image instanceof HTMLImageElement) image.classList.add('broken')
  }
  for (const image of document.images) if (image.complete && image.naturalWidth === 0) hide(image)
  addEventListener('error', ({ target }) => hide(target), { capture: true })
}

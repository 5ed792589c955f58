/** A picture that cannot be loaded leaves its place empty, in the colour of wool, instead of a browser's torn page. */
export function hideBrokenPictures(): void {
  const hide = (picture: EventTarget | null) => {
    if (picture instanceof HTMLImageElement) picture.classList.add('broken')
  }
  for (const picture of document.images) if (picture.complete && picture.naturalWidth === 0) hide(picture)
  addEventListener('error', ({ target }) => hide(target), { capture: true })
}

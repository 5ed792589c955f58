export type LargePicture = ReturnType<typeof largePicture>

/** The largest file behind a link to a photo, in AVIF where the page offers that. */
export function largePicture(link: HTMLAnchorElement) {
  const small = link.querySelector<HTMLImageElement>('img:not(.placeholder)')
  const picture = document.createElement('picture')
  const image = new Image()
  image.alt = small?.alt ?? ''
  image.draggable = false
  /** Starts loading it, once. */
  const load = () => {
    if (picture.firstChild) return
    const offered = link.querySelector('source')
    const largest = offered?.srcset.split(', ').at(-1)
    if (offered && largest !== undefined) {
      const source = document.createElement('source')
      source.type = offered.type
      source.srcset = largest.replace(/ .*/, '')
      picture.append(source)
    }
    picture.append(image)
    image.src = link.href
  }
  return { frame: picture, image, load }
}

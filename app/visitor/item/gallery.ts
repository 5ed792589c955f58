import { isPlainClick } from '../../ui/plain-click.ts'

/** The gallery of a page, as the lightbox needs it. */
export interface Gallery {
  readonly element: HTMLElement
  /** The links to the largest files, in order. */
  readonly links: readonly HTMLAnchorElement[]
}

/** Makes the links to photos move the strip instead of the page, marks the current thumbnail, and opens the lightbox. */
export function enhanceGallery(): void {
  const element = document.querySelector<HTMLElement>('.gallery')
  if (!element) return
  const strip = element.querySelector<HTMLElement>('.strip')
  const links = [...element.querySelectorAll<HTMLAnchorElement>('.photo')]
  const thumbnails = [...element.querySelectorAll<HTMLElement>('.thumbnails a')]

  if (strip) followStrip(strip, links, thumbnails)

  element.addEventListener('click', (event) => {
    if (!isPlainClick(event)) return
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a')
    if (!link) return
    const index = links.indexOf(link)
    const slide = strip && link.hash !== '' ? strip.querySelector(link.hash) : null
    if (slide) strip!.scrollTo({ left: [...strip!.children].indexOf(slide) * strip!.clientWidth })
    else if (index < 0 || !openLightbox({ element, links }, index)) return
    event.preventDefault()
  })
}

/** The keyboard has one stop for the strip: the link of the photo that is shown. */
function followStrip(strip: HTMLElement, links: Gallery['links'], thumbnails: readonly HTMLElement[]): void {
  const markCurrent = () => {
    const index = Math.round(strip.scrollLeft / strip.clientWidth)
    for (const [each, link] of thumbnails.entries()) {
      if (each === index) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
    const shown = thumbnails[index]?.parentElement
    shown?.parentElement?.scrollTo({ left: shown.offsetLeft - shown.offsetWidth * 2 })
    const hadFocus = links.some((link) => link === document.activeElement)
    for (const [each, link] of links.entries()) link.tabIndex = each === index ? 0 : -1
    if (hadFocus) links[index]?.focus({ preventScroll: true })
  }
  strip.addEventListener('scroll', markCurrent, { passive: true })
  markCurrent()
}

/** @returns whether this browser can: otherwise the link leads to the file. */
function openLightbox(gallery: Gallery, index: number): boolean {
  const { lightbox } = gallery.element.dataset
  if (lightbox === undefined || !('adoptedStyleSheets' in document)) return false
  const follow = () => (location.href = gallery.links[index]?.href ?? '')
  import(/* @vite-ignore */ lightbox).then(
    (module: { open: (gallery: Gallery, index: number) => void }) => module.open(gallery, index),
    follow,
  )
  return true
}

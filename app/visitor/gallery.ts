/**
 * Makes the links to a piece's photos slide the strip and move nothing else, and marks the one that is shown. Without
 * this they are links within the page.
 */
export function slideGallery(): void {
  const gallery = document.querySelector('.gallery')
  const strip = gallery?.querySelector('.strip')
  if (!gallery || !strip) return
  const thumbnails = [...gallery.querySelectorAll('nav a')]

  const markShown = () => {
    const shown = Math.round(strip.scrollLeft / strip.clientWidth)
    for (const [index, link] of thumbnails.entries()) {
      if (index === shown) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
  }
  strip.addEventListener('scroll', markShown, { passive: true })
  markShown()

  gallery.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a')
    const slide = link && strip.querySelector<HTMLElement>(link.hash)
    if (!slide) return
    event.preventDefault()
    strip.scrollTo({ left: strip.scrollLeft + slide.getBoundingClientRect().left - strip.getBoundingClientRect().left })
  })
}

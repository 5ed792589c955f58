/** Makes the links to photos scroll the strip instead of the page, and marks the current thumbnail. */
export function enhanceGallery(): void {
  const gallery = document.querySelector('.gallery')
  const strip = gallery?.querySelector('.strip')
  if (!gallery || !strip) return
  const thumbnails = [...gallery.querySelectorAll('nav a')]

  const markCurrent = () => {
    const current = Math.round(strip.scrollLeft / strip.clientWidth)
    for (const [index, link] of thumbnails.entries()) {
      if (index === current) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
  }
  strip.addEventListener('scroll', markCurrent, { passive: true })
  markCurrent()

  gallery.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a')
    const slide = link && strip.querySelector<HTMLElement>(link.hash)
    if (!slide) return
    event.preventDefault()
    strip.scrollTo({ left: strip.scrollLeft + slide.getBoundingClientRect().left - strip.getBoundingClientRect().left })
  })
}

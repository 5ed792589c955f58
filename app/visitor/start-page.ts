import { afterPaint } from './after-paint.ts'
import { hideBrokenImages } from './broken-images.ts'
import { offerEnquiry } from './enquiry/enquiry-buttons.ts'
import { enhanceHeaderSearch } from './header-search.ts'
import { prerenderLinks } from './prerender-links.ts'

/** Runs `start`, and what every page without a framework does, once the visitor sees the page, after its first paint. */
export function startPage(start: () => void): void {
  afterPaint(() => {
    start()
    hideBrokenImages()
    enhanceHeaderSearch()
    offerEnquiry()
    prerenderLinks()
  })
}

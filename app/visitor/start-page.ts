import { afterPaint } from './after-paint.ts'
import { hideBrokenImages } from './broken-images.ts'
import { offerEnquiry } from './enquiry/enquiry-buttons.ts'
import { showFlashMessage } from './flash-message.ts'
import { enhanceHeaderSearch } from './header-search.ts'

/** Runs `start`, and what every page without a framework does, once the visitor sees the page, after its first paint. */
export function startPage(start: () => void): void {
  afterPaint(() => {
    start()
    // Storage takes long to open, and only a page of the shop leaves a message.
    if (document.referrer.startsWith(location.origin)) showFlashMessage()
    hideBrokenImages()
    enhanceHeaderSearch()
    offerEnquiry()
  })
}

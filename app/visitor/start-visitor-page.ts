import { hideBrokenImages } from './broken-images.ts'
import { offerEnquiry } from './enquiry/enquiry-buttons.ts'
import { showFlashMessage } from './flash-message.ts'
import { enhanceHeaderSearch } from './header-search.ts'
import { prefetchOnIntent } from './prefetch.ts'

/** What every page without a framework does, once it is active. */
export function startVisitorPage(): void {
  // Storage takes long to open, and only a page of the shop leaves a message.
  if (document.referrer.startsWith(location.origin)) showFlashMessage()
  hideBrokenImages()
  prefetchOnIntent()
  enhanceHeaderSearch()
  offerEnquiry()
}

import { hideBrokenImages } from '../broken-images.ts'
import { offerEnquiry } from '../enquiry/enquiry-buttons.ts'
import { showFlashMessage } from '../flash-message.ts'
import { enhanceHeaderSearch } from '../header-search.ts'
import { prefetchOnIntent } from '../prefetch.ts'
import { returnToList } from './back-link.ts'
import { enhanceGallery } from './gallery.ts'
import { startLiveItem } from './live-item.ts'
import { shareOnClick } from './share.ts'
import { followSizeChoice } from './size-choice.ts'

/** Everything on an item's page but the live connection. @returns its listener; `undefined` for a missing item. */
export function startItemPage() {
  const listener = startLiveItem() // First: it compares the page as the server sent it.
  showFlashMessage()
  hideBrokenImages()
  prefetchOnIntent()
  enhanceHeaderSearch()
  offerEnquiry()
  enhanceGallery()
  followSizeChoice()
  returnToList()
  shareOnClick()
  return listener
}

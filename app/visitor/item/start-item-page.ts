import { startVisitorPage } from '../start-visitor-page.ts'
import { returnToList } from './back-link.ts'
import { enhanceGallery } from './gallery.ts'
import { startLiveItem } from './live-item.ts'
import { shareOnClick } from './share.ts'
import { followSizeChoice } from './size-choice.ts'

/** Everything on an item's page but the live connection. @returns its listener; `undefined` for a missing item. */
export function startItemPage() {
  const listener = startLiveItem() // First: it compares the page as the server sent it.
  startVisitorPage()
  enhanceGallery()
  followSizeChoice()
  returnToList()
  shareOnClick()
  return listener
}

import { showFlashMessage } from '../flash-message.ts'
import { connectOnceLoaded } from '../live-list/connect-once-loaded.ts'
import { startPage } from '../start-page.ts'
import { returnToList } from './back-link.ts'
import { enhanceGallery } from './gallery.ts'
import { startLiveItem } from './live-item.ts'
import { shareOnClick } from './share.ts'
import { followSizeChoice } from './size-choice.ts'

startPage(() => {
  connectOnceLoaded(startLiveItem()) // First: it compares the page as the server sent it.
  enhanceGallery()
  followSizeChoice()
  returnToList()
  shareOnClick()
  // Storage takes long to open, and only a page of the shop leaves a message.
  if (document.referrer.startsWith(location.origin)) showFlashMessage()
})

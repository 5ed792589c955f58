import { hideBrokenImages } from './broken-images.ts'
import { showFlashMessage } from './flash-message.ts'
import { enhanceHeaderSearch } from './header-search.ts'
import { openLiveConnection } from './live-list/live-connection.ts'
import { startLiveList } from './live-list/live-list.ts'
import { whenActivated, whenLoaded } from './page-lifecycle.ts'
import { prefetchOnIntent } from './prefetch.ts'
import { createPreviewBanner } from './preview-banner.ts'

// In a preview environment every page has a live connection, for the status banner.
whenActivated(() => {
  showFlashMessage()
  hideBrokenImages()
  prefetchOnIntent()
  enhanceHeaderSearch()
  whenLoaded(() => {
    const listener = startLiveList()
    openLiveConnection({ onRevision: () => undefined, ...listener, onState: createPreviewBanner() })
  })
})

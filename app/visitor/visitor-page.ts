import { hideBrokenImages } from './broken-images.ts'
import { createConnectionNotice } from './connection-notice.ts'
import { showFlashMessage } from './flash-message.ts'
import { enhanceHeaderSearch } from './header-search.ts'
import { openLiveConnection } from './live-list/live-connection.ts'
import { startLiveList } from './live-list/live-list.ts'
import { whenActivated } from './page-lifecycle.ts'
import { prefetchOnIntent } from './prefetch.ts'

whenActivated(() => {
  showFlashMessage()
  hideBrokenImages()
  prefetchOnIntent()
  enhanceHeaderSearch()
  const listener = startLiveList()
  if (listener) openLiveConnection({ ...listener, onState: createConnectionNotice() })
})

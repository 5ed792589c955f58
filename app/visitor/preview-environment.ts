import { openLiveConnection } from './live-list/live-connection.ts'
import { startLiveList } from './live-list/live-list.ts'
import { whenLoaded, whenShown } from './page-lifecycle.ts'
import { createPreviewBanner } from './preview-banner.ts'
import { startVisitorPage } from './start-visitor-page.ts'

// In a preview environment every page has a live connection, for the status banner.
whenShown(() => {
  startVisitorPage()
  whenLoaded(() => {
    const listener = startLiveList()
    openLiveConnection({ onRevision: () => undefined, ...listener, onState: createPreviewBanner() })
  })
})

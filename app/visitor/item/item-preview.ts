import { openLiveConnection } from '../live-list/live-connection.ts'
import { whenLoaded, whenShown } from '../page-lifecycle.ts'
import { createPreviewBanner } from '../preview-banner.ts'
import { startItemPage } from './start-item-page.ts'

// In a preview environment the page of a missing item has a live connection too, for the status banner.
whenShown(() => {
  const listener = startItemPage()
  whenLoaded(() => openLiveConnection({ onRevision: () => undefined, ...listener, onState: createPreviewBanner() }))
})

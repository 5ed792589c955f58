import { openLiveConnection } from '../live-list/live-connection.ts'
import { whenLoaded, whenShown } from '../page-lifecycle.ts'
import { createPreviewBanner } from '../preview-banner.ts'
import { startVisitorPage } from '../start-visitor-page.ts'
import { openFiltersInSheet } from './filter-sheet.ts'
import { startLivePieces } from './live-pieces.ts'

// In a preview environment a list that is not live has a live connection too, for the status banner.
whenShown(() => {
  startVisitorPage()
  openFiltersInSheet()
  const listener = startLivePieces()
  whenLoaded(() => openLiveConnection({ onRevision: () => undefined, ...listener, onState: createPreviewBanner() }))
})

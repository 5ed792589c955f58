import { createConnectionNotice } from '../connection-notice.ts'
import { openLiveConnection } from '../live-list/live-connection.ts'
import { whenLoaded, whenShown } from '../page-lifecycle.ts'
import { startVisitorPage } from '../start-visitor-page.ts'
import { openFiltersInSheet } from './filter-sheet.ts'
import { startLivePieces } from './live-pieces.ts'

whenShown(() => {
  startVisitorPage()
  openFiltersInSheet()
  const listener = startLivePieces()
  if (listener) whenLoaded(() => openLiveConnection({ ...listener, onState: createConnectionNotice() }))
})

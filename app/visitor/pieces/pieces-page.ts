import { connectOnceLoaded } from '../live-list/connect-once-loaded.ts'
import { startPage } from '../start-page.ts'
import { openFiltersInSheet } from './filter-sheet.ts'
import { startLivePieces } from './live-pieces.ts'

startPage(() => {
  openFiltersInSheet()
  connectOnceLoaded(startLivePieces())
})

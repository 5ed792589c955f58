import { createConnectionNotice } from '../connection-notice.ts'
import { openLiveConnection } from '../live-list/live-connection.ts'
import { whenActivated } from '../page-lifecycle.ts'
import { startVisitorPage } from '../start-visitor-page.ts'
import { startLivePieces } from './live-pieces.ts'

whenActivated(() => {
  startVisitorPage()
  const listener = startLivePieces()
  if (listener) openLiveConnection({ ...listener, onState: createConnectionNotice() })
})

import { createConnectionNotice } from './connection-notice.ts'
import { openLiveConnection } from './live-list/live-connection.ts'
import { startLiveList } from './live-list/live-list.ts'
import { whenLoaded, whenShown } from './page-lifecycle.ts'
import { startVisitorPage } from './start-visitor-page.ts'

whenShown(() => {
  startVisitorPage()
  const listener = startLiveList()
  if (listener) whenLoaded(() => openLiveConnection({ ...listener, onState: createConnectionNotice() }))
})

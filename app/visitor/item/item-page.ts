import { createConnectionNotice } from '../connection-notice.ts'
import { openLiveConnection } from '../live-list/live-connection.ts'
import { whenActivated, whenLoaded } from '../page-lifecycle.ts'
import { startItemPage } from './start-item-page.ts'

whenActivated(() => {
  const listener = startItemPage()
  if (listener) whenLoaded(() => openLiveConnection({ ...listener, onState: createConnectionNotice() }))
})

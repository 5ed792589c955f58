import { createConnectionNotice } from '../connection-notice.ts'
import { openLiveConnection } from '../live-list/live-connection.ts'
import { whenLoaded, whenShown } from '../page-lifecycle.ts'
import { startItemPage } from './start-item-page.ts'

whenShown(() => {
  const listener = startItemPage()
  if (listener) whenLoaded(() => openLiveConnection({ ...listener, onState: createConnectionNotice() }))
})

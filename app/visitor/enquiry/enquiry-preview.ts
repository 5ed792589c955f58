import { openLiveConnection } from '../live-list/live-connection.ts'
import { whenActivated, whenLoaded } from '../page-lifecycle.ts'
import { createPreviewBanner } from '../preview-banner.ts'
import { startEnquiryPage } from './start-enquiry-page.ts'

whenActivated(() => {
  startEnquiryPage()
  whenLoaded(() => openLiveConnection({ onRevision: () => undefined, onState: createPreviewBanner() }))
})

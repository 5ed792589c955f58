import { openLiveConnection } from '../live-list/live-connection.ts'
import { whenLoaded, whenShown } from '../page-lifecycle.ts'
import { createPreviewBanner } from '../preview-banner.ts'
import { startEnquiryPage } from './start-enquiry-page.ts'

whenShown(() => {
  startEnquiryPage()
  whenLoaded(() => openLiveConnection({ onRevision: () => undefined, onState: createPreviewBanner() }))
})

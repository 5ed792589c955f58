import { whenActivated } from '../page-lifecycle.ts'
import { startEnquiryPage } from './start-enquiry-page.ts'

whenActivated(startEnquiryPage)

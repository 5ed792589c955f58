import { whenShown } from '../page-lifecycle.ts'
import { startEnquiryPage } from './start-enquiry-page.ts'

whenShown(startEnquiryPage)

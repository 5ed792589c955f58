import { pageErrors, visitorErrors } from './error-texts.ts'
import { pieces } from './pieces.ts'
import { channels, enquiry, enquiryList, home, item, live, notice, site } from './shop-pages.ts'
import type { Translation } from './translation.ts'

/** The English texts of the pages that visitors see, and of what they send. Other languages have all of these. */
export const visitorTexts = {
  site,
  notice,
  home,
  item,
  enquiry,
  channels,
  enquiryList,
  pieces,
  live,
  problems: { ...visitorErrors, noConnection: pageErrors.noConnection, pageFailed: pageErrors.pageFailed },
} as const

export type VisitorTexts = Translation<typeof visitorTexts>

import { EnquiryLink } from './header/enquiry-link.tsx'
import { HeaderSearch } from './header/header-search.tsx'
import { LanguageLinks, LanguageSwitch } from './language-switch.tsx'
import type { VisitorParts } from './visitor-parts.ts'

export const visitorParts: VisitorParts = {
  search: <HeaderSearch />,
  enquiryLink: <EnquiryLink />,
  languageSwitch: <LanguageSwitch />,
  languageLinks: <LanguageLinks />,
}

import { enquiryPath } from '../../src/domain/page-paths.ts'
import { useLocalPath, useServerMessages } from '../use-messages.ts'
import { HeaderSearch } from './header/header-search.tsx'
import { LanguageLinks, LanguageSwitch } from './language-switch.tsx'

export const visitorParts = {
  search: <HeaderSearch />,
  enquiryLink: <EnquiryLink />,
  languageSwitch: <LanguageSwitch />,
  languageLinks: <LanguageLinks />,
}

/** The way to the visitor's enquiry, once it has a piece. The visitor script writes how many it has. */
function EnquiryLink() {
  const { enquiryList } = useServerMessages()
  const local = useLocalPath()
  return (
    <a className="asked" href={local(enquiryPath)}>
      {`${enquiryList.link} `}
      <b />
    </a>
  )
}

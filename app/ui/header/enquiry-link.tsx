import { enquiryPath } from '../../../src/domain/page-paths.ts'
import { useLocalPath, useServerMessages } from '../../use-messages.ts'

/** The way to the visitor's enquiry, once it has a piece. The visitor script writes how many it has. */
export function EnquiryLink() {
  const { enquiryList } = useServerMessages()
  const local = useLocalPath()
  return (
    <a className="asked" href={local(enquiryPath)}>
      {enquiryList.link} <b />
    </a>
  )
}

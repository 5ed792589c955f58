import { formatDay } from '../../src/domain/day.ts'
import { describeNotice, type Notice } from '../../src/domain/notice.ts'
import { useMessages } from '../use-messages.ts'

/** The shop's notice, such as that it is closed: a line above everything else. */
export function ShopNotice({ notice }: { readonly notice: Notice }) {
  const { site } = useMessages()
  const line = describeNotice(notice, site.notice, (day) => formatDay(day, site.dateLocale))
  return line === undefined ? null : (
    <aside className="shop-notice" aria-label={site.notice.label}>
      {line}
    </aside>
  )
}

import { fill } from '../domain/template.ts'
import type { BrowserMessages } from './english-browser.ts'

type Texts = BrowserMessages['manage']['notices']

/** As `src/owners/notices` stores them. `about` is empty for what was removed. */
interface NoticeFields {
  readonly kind: keyof Texts['changed']
  readonly by: string | null
  readonly about: string
}

/** What was changed, and by which owner. @param dateLocale of the page. */
export function describeOwnerNotice({ kind, by, about }: NoticeFields, notices: Texts, dateLocale: string): string {
  const texts = about === '' ? { ...notices.changed, ...notices.removed } : notices.changed
  return fill(texts[kind], {
    by: by ?? notices.operator,
    number: about,
    address: about,
    added: about,
    provider: about,
    day: kind === 'backup' ? new Date(about).toLocaleDateString(dateLocale, { day: 'numeric', month: 'long' }) : '',
  })
}

import { manage } from '../../messages/manage.ts'
import { site } from '../../messages/messages.ts'
import type { NewNotice } from './notices.ts'

/** The e-mail to an owner about a notice. @param link to the page where owners manage the shop. */
export function toNoticeMail(to: string, notice: NewNotice, link: string) {
  return { kind: 'notice', to, link, text: manage.notices.describe(notice, site.dateLocale) } as const
}

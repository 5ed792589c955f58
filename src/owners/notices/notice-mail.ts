import { perHour, type RateLimits } from '@stockinette/rate-limit/rate-limits.ts'
import { createLimitedLines } from '@stockinette/rate-limit/repeated-lines.ts'

import type { Log } from '../../log.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { describeOwnerNotice } from '../../messages/describe-owner-notice.ts'
import { manage } from '../../messages/manage.ts'
import { site } from '../../messages/messages.ts'
import type { NewNotice } from './notices.ts'
import type { NotifyOptions } from './notify.ts'

/** For each address: who saves in a loop must not use up what the mail server sends in a day. */
const rate = perHour(20)

export interface NoticeMailOptions {
  readonly mailer: Pick<Mailer, 'send'>
  /** To the page where owners manage the shop, which lists all notices. */
  readonly link: string
  readonly limits: Pick<RateLimits, 'byKey'>
  readonly log: Pick<Log, 'warn'>
}

/** Mails notices to owners: 20 to one address, then 20 an hour. That some are not mailed is logged once an hour. */
export function createNoticeMail({ mailer, link, limits, log }: NoticeMailOptions): NonNullable<NotifyOptions['mail']> {
  const mails = limits.byKey(rate)
  const takeLine = createLimitedLines(limits.byKey(perHour(1)))
  return async (to, notice) => {
    if (mails.take(to) === 0) return mailer.send(toNoticeMail(to, notice, link))
    const line = takeLine('')
    if (line) log.warn({ notice: notice.kind, ...line }, 'too many changes at once: not all are mailed to owners')
    return 'limited'
  }
}

function toNoticeMail(to: string, notice: NewNotice, link: string) {
  return { kind: 'notice', to, link, text: describeOwnerNotice(notice, manage.notices, site.dateLocale) } as const
}

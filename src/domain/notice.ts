import { hasEnded, type Day } from './day.ts'
import type { Problem } from './invalid-input.ts'
import type { Notice } from './notice-fields.ts'

/** What a notice of its kind lacks, by the name of the field. */
export function findMissingInNotice({ noticeKind, noticeUntil, noticeText }: Notice): Record<string, Problem> {
  if (noticeKind === 'orderBy' && noticeUntil === null) return { noticeUntil: { code: 'notADay' } }
  return noticeKind === 'text' && noticeText === '' ? { noticeText: { code: 'noticeTextRequired' } } : {}
}

/** Whether the notice's last day has passed. */
export function hasNoticeEnded({ noticeKind, noticeUntil }: Notice, today: Day): boolean {
  return noticeKind !== null && hasEnded(noticeUntil, today)
}

/** A notice in words. `day` is one as people write it. */
export interface NoticeTexts {
  readonly closed: (day: string | null) => string
  readonly madeToOrder: (weeks: number | null) => string
  readonly orderBy: (day: string) => string
  readonly text: (text: string) => string
}

/** The notice as a line; `undefined` if there is none. */
export function describeNotice(
  { noticeKind, noticeUntil, noticeWeeks, noticeText }: Notice,
  texts: NoticeTexts,
  formatDay: (day: Day) => string,
): string | undefined {
  const day = noticeUntil === null ? null : formatDay(noticeUntil)
  if (noticeKind === null || (noticeKind === 'orderBy' && day === null)) return undefined
  const sentence = {
    closed: () => texts.closed(day),
    madeToOrder: () => texts.madeToOrder(noticeWeeks),
    orderBy: () => texts.orderBy(day ?? ''),
    text: () => '',
  }[noticeKind]()
  return [sentence, noticeText === '' ? '' : texts.text(noticeText)].filter((part) => part !== '').join(' ')
}

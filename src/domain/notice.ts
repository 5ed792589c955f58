import { hasEnded, type Day } from './day.ts'
import { optional, lastDay, text, weeks } from './field-kinds.ts'
import type { FieldTable, ValuesOf } from './field-table.ts'
import type { Problem } from './invalid-input.ts'

/** What a notice of the shop says: closed, everything is made to order, order by a day, or only its own text. */
export const noticeKinds = ['closed', 'madeToOrder', 'orderBy', 'text'] as const

export type NoticeKind = (typeof noticeKinds)[number]

const isKind = (value: unknown): value is NoticeKind => noticeKinds.some((kind) => kind === value)

/** The settings of the notice. */
export const noticeFields = {
  /** `null`: there is none. */
  noticeKind: optional<NoticeKind>({
    check: (value) => (isKind(value) ? value : undefined),
    problem: { code: 'notANoticeKind' },
  }),
  /** The last day on which the shop is closed, or orders are taken, and on which the notice is shown; `null`: no end. */
  noticeUntil: lastDay,
  /** How long an order takes. */
  noticeWeeks: weeks,
  /** The owner's own words, after those of the kind. */
  noticeText: text(120, { absent: '' }),
} satisfies FieldTable

export type Notice = ValuesOf<typeof noticeFields>

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

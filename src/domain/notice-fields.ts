import { inEachLanguage, optional, text, weeks } from './field-kinds.ts'
import type { FieldTable, ValuesOf } from './field-table.ts'
import { lastDay } from './last-day.ts'

/** What a notice of the shop says: closed, everything is made to order, order by a day, or only its own text. */
export const noticeKinds = ['closed', 'madeToOrder', 'orderBy', 'text'] as const

export type NoticeKind = (typeof noticeKinds)[number]

/** The settings of the notice. */
export const noticeFields = {
  /** `null`: there is none. */
  noticeKind: optional<NoticeKind>({
    check: (value) => noticeKinds.find((kind) => kind === value),
    problem: { code: 'notANoticeKind' },
  }),
  /** The last day on which the shop is closed, or orders are taken, and on which the notice is shown; `null`: no end. */
  noticeUntil: lastDay,
  /** How long an order takes. */
  noticeWeeks: weeks,
  /** The owner's own words, after those of the kind. */
  noticeText: inEachLanguage(text(120, { absent: '' })),
} satisfies FieldTable

export type Notice = ValuesOf<typeof noticeFields>

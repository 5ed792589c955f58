import { hasEnded, type Day } from './day.ts'
import type { Problem } from './invalid-input.ts'
import type { Language } from './language.ts'
import { formatLocalDay } from './local-formats.ts'
import type { Notice } from './notice-fields.ts'
import { fill, pluralOf } from './template.ts'

/** What a notice of its kind lacks, by the name of the field. */
export function findMissingInNotice({ noticeKind, noticeUntil, noticeText }: Notice): Record<string, Problem> {
  if (noticeKind === 'orderBy' && noticeUntil === null) return { noticeUntil: { code: 'notADay' } }
  return noticeKind === 'text' && noticeText === '' ? { noticeText: { code: 'noticeTextRequired' } } : {}
}

/** Whether the notice's last day has passed. */
export function hasNoticeEnded({ noticeKind, noticeUntil }: Notice, today: Day): boolean {
  return noticeKind !== null && hasEnded(noticeUntil, today)
}

type WithDay = `${string}{day}${string}`

/** A notice in words. `day` is one as people write it. */
export interface NoticeTexts {
  readonly closed: string
  readonly closedUntil: WithDay
  readonly madeToOrder: string
  /** By the number of weeks. */
  readonly madeToOrderIn: { readonly one: string; readonly other: `${string}{count}${string}` }
  readonly orderBy: WithDay
  readonly text: `${string}{text}${string}`
}

/** The notice as a line; `undefined` if there is none. */
export function describeNotice(...notice: Parameters<typeof noticeParts>): string | undefined {
  return noticeParts(...notice)?.join(' ')
}

/** The notice as one sentence and the owner's own words, each left out if empty; `undefined` if there is no notice. */
export function noticeParts(
  { noticeKind, noticeUntil, noticeWeeks, noticeText }: Notice,
  texts: NoticeTexts,
  language: Language,
): readonly string[] | undefined {
  const day = noticeUntil === null ? null : formatLocalDay(noticeUntil, language)
  if (noticeKind === null || (noticeKind === 'orderBy' && day === null)) return undefined
  const sentence = {
    closed: () => (day === null ? texts.closed : fill(texts.closedUntil, { day })),
    madeToOrder: () =>
      noticeWeeks === null
        ? texts.madeToOrder
        : fill(pluralOf(texts.madeToOrderIn, noticeWeeks, language), { count: noticeWeeks }),
    orderBy: () => fill(texts.orderBy, { day: day ?? '' }),
    text: () => '',
  }[noticeKind]()
  const ownWords = noticeText === '' ? '' : fill(texts.text, { text: noticeText })
  return [sentence, ownWords].filter((part) => part !== '')
}

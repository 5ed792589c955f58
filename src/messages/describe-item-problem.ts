import type { InvalidItemError, ItemProblem } from '../domain/item-problem.ts'
import type { BrowserMessages } from './english-browser.ts'

type ItemMessages = Pick<BrowserMessages, 'itemRules' | 'photoRules'>

/** The messages about an invalid item: one for the whole item, and one for each invalid field. */
export interface InvalidItemText {
  readonly message: string
  readonly fields: Readonly<Record<string, string>> | undefined
}

/** Describes an invalid item in the language of `messages`. */
export function describeInvalidItem({ problem, fields }: InvalidItemError, messages: ItemMessages): InvalidItemText {
  const entries = Object.entries(fields ?? {}).map(([name, each]) => [name, describe(each, messages)] as const)
  const message = problem ? describe(problem, messages) : entries.map(([, text]) => text).join(' ')
  return { message, fields: fields && Object.fromEntries(entries) }
}

function describe({ code, max = 0 }: ItemProblem, { itemRules, photoRules }: ItemMessages): string {
  const text = code === 'notPhotos' || code === 'tooMany' ? photoRules[code] : itemRules[code]
  return typeof text === 'string' ? text : text(max)
}

import type { InvalidInputError, Problem } from '../domain/invalid-input.ts'
import { fill, formatNumber } from '../domain/template.ts'
import type { BrowserMessages } from './english-browser.ts'
import type { Messages } from './english.ts'

type RuleTexts = Pick<BrowserMessages, 'itemRules' | 'photoRules' | 'settingsRules'> &
  Partial<Pick<Messages, 'requestRules'>>

/** The messages about invalid input: one for all of it, and one for each invalid field. */
interface InvalidInputText {
  readonly message: string
  readonly fields: Readonly<Record<string, string>> | undefined
}

/** Describes invalid input in the language of the messages. */
export function describeInvalidInput(
  { problem, fields }: InvalidInputError,
  { itemRules, photoRules, settingsRules, requestRules }: RuleTexts,
): InvalidInputText {
  const rules = { ...requestRules, ...itemRules, ...settingsRules, tooMany: photoRules.tooMany }
  const toText = ({ code, max = 0 }: Problem) => fill(rules[code] ?? code, { max, price: formatNumber(max) })
  const entries = Object.entries(fields ?? {}).map(([name, each]) => [name, toText(each)] as const)
  const texts = new Set(entries.map(([, text]) => text)) // Several fields may have the same one.
  const message = problem ? toText(problem) : [...texts].join(' ')
  return { message, fields: fields && Object.fromEntries(entries) }
}

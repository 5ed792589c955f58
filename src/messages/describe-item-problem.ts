import type { InvalidItemError, ItemProblem } from '../domain/item-problem.ts'
import type { InvalidSettingsError, SettingsProblem } from '../domain/shop-settings.ts'
import type { BrowserMessages } from './english-browser.ts'

type ItemMessages = Pick<BrowserMessages, 'itemRules' | 'photoRules'>

/** The messages about invalid input: one for all of it, and one for each invalid field. */
export interface InvalidInputText {
  readonly message: string
  readonly fields: Readonly<Record<string, string>> | undefined
}

/** Describes an invalid item in the language of `messages`. */
export function describeInvalidItem(
  error: InvalidItemError,
  { itemRules, photoRules }: ItemMessages,
): InvalidInputText {
  return describe<ItemProblem>(error, ({ code, max = 0 }) => {
    const text = code === 'notPhotos' || code === 'tooMany' ? photoRules[code] : itemRules[code]
    return typeof text === 'string' ? text : text(max)
  })
}

/** Describes invalid shop settings in the language of `settingsRules`. */
export function describeInvalidSettings(
  error: InvalidSettingsError,
  { settingsRules }: Pick<BrowserMessages, 'settingsRules'>,
): InvalidInputText {
  return describe<SettingsProblem>(error, ({ code, max = 0 }) => {
    const text = settingsRules[code]
    return typeof text === 'string' ? text : text(max)
  })
}

interface InvalidInput<Problem> {
  readonly problem: Problem | undefined
  readonly fields: Readonly<Record<string, Problem>> | undefined
}

function describe<Problem>(
  { problem, fields }: InvalidInput<Problem>,
  toText: (problem: Problem) => string,
): InvalidInputText {
  const entries = Object.entries(fields ?? {}).map(([name, each]) => [name, toText(each)] as const)
  const message = problem ? toText(problem) : entries.map(([, text]) => text).join(' ')
  return { message, fields: fields && Object.fromEntries(entries) }
}

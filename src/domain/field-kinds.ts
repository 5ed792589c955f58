import { cleanText } from './clean-text.ts'
import type { Field } from './field-table.ts'
import type { Problem, ProblemCode } from './invalid-input.ts'

export interface TextField<Value extends string | null = string> extends Field<Value> {
  /** The maximum length, in UTF-16 code units. */
  readonly max: number
  /** The rank of its words in a search, 1 for the text that says most. Without it, the text is not searched. */
  readonly searched?: number | undefined
}

interface TextOptions<Absent> extends Pick<TextField, 'searched'> {
  /** What an empty text means. */
  readonly absent: Absent
  /** Whether it keeps its line breaks. */
  readonly isMultiline?: boolean
}

/** A text. What is stored is cleaned again, because earlier versions stored texts as they came. */
export function text<Absent extends string | null>(
  max: number,
  { absent, isMultiline = false, searched }: TextOptions<Absent>,
): TextField<string | Absent> {
  const clean = (input: unknown) => {
    const given = input ?? ''
    return typeof given === 'string' ? cleanText(given, isMultiline) : undefined
  }
  return {
    absent,
    max,
    searched,
    parse(input) {
      const value = clean(input)
      if (value === undefined) return { problem: { code: 'notText' } }
      return value.length > max ? { problem: { code: 'tooLong', max } } : { value: value || absent }
    },
    read(stored) {
      const value = clean(stored)
      if (value === undefined) return { value: absent, isFault: true }
      const isFault = value.length > max
      return { value: (isFault ? value.slice(0, max).toWellFormed() : value) || absent, isFault }
    },
    format: (value) => value ?? '',
  }
}

/** A text of a shop that it may have in each of its languages. */
export function inEachLanguage(field: TextField) {
  return { ...field, isTranslated: true } as const
}

/** A text that must not be empty. */
export function required(field: TextField, code: ProblemCode): TextField {
  return {
    ...field,
    parse(input) {
      const parsed = field.parse(input)
      return 'value' in parsed && parsed.value === '' ? { problem: { code } } : parsed
    },
    read(stored) {
      const { value, isFault } = field.read(stored)
      return { value, isFault: isFault || value === '' }
    },
  }
}

/**
 * An address or a number. Never cut: it would be another one.
 *
 * @param convert what is stored of what was typed; `undefined`: it is invalid.
 * @param isStorable checks a stored one, less strictly where what is valid changes with time.
 */
export function contact(field: TextField, { code, convert, isStorable }: ContactRules): TextField {
  return {
    ...field,
    parse(input) {
      const typed = field.parse(input)
      if (!('value' in typed) || typed.value === '') return typed
      const converted = convert(typed.value)
      return converted === undefined ? { problem: { code } } : field.parse(converted)
    },
    read(stored) {
      const { value, isFault } = field.read(stored)
      return isFault || (value !== '' && !isStorable(value)) ? { value: '', isFault: true } : { value, isFault }
    },
  }
}

interface ContactRules {
  readonly code: ProblemCode
  readonly convert: (typed: string) => string | undefined
  readonly isStorable: (stored: string) => boolean
}

/** A checkbox: a boolean, or a form's `true`. */
export const flag: Field<boolean> = {
  absent: false,
  parse(input) {
    if (isNothing(input) || input === false || input === 'false') return { value: false }
    return input === true || input === 'true' ? { value: true } : { problem: { code: 'notABoolean' } }
  },
  read: (stored) => ({ value: stored === true, isFault: typeof (stored ?? false) !== 'boolean' }),
  format: (value) => (value ? 'true' : ''),
}

/** A checkbox that is ticked until somebody unticks it: a form then sends an empty text. */
export const switchedOn: Field<boolean> = {
  ...flag,
  absent: true,
  parse: (input) => flag.parse(input ?? true),
  read: (stored) => flag.read(stored ?? true),
}

interface OptionalRules<Value> {
  /** The value, if it is valid. */
  readonly check: (value: unknown) => Value | undefined
  readonly problem: Problem
  /** What a form's text stands for. */
  readonly fromText?: (typed: string) => unknown
  readonly format?: (value: Value) => string
}

/** A value, or `null`. */
export function optional<Value>(rules: OptionalRules<Value>): Field<Value | null> {
  const { check, problem, fromText = (typed) => typed, format = String } = rules
  return {
    absent: null,
    parse(input) {
      const given = typeof input === 'string' ? input.trim() : input
      if (isNothing(given)) return { value: null }
      const value = check(typeof given === 'string' ? fromText(given) : given)
      return value === undefined ? { problem } : { value }
    },
    read(stored = null) {
      const value = check(stored) ?? null
      return { value, isFault: value === null && stored !== null }
    },
    format: (value) => (isNothing(value) ? '' : format(value as Value)),
  }
}

/** The longest time to make an item, in weeks. */
const maxWeeks = 52

/** A number of weeks, 1 to 52. */
export const weeks = optional<number>({
  check: (value) => (isWhole(value, 1, maxWeeks) ? value : undefined),
  problem: { code: 'notWeeks', max: maxWeeks },
  fromText: (typed) => (/^\d{1,4}$/.test(typed) ? Number(typed) : typed),
})

export function isWhole(value: unknown, min: number, max: number): value is number {
  return Number.isInteger(value) && (value as number) >= min && (value as number) <= max
}

/** Whether a client sent no value. */
export function isNothing(input: unknown): boolean {
  return input === undefined || input === null || input === ''
}

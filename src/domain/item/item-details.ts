import type { ItemProblem } from '../item-problem.ts'

/** The point of an item's first picture that stays in sight where a card crops it: whole percent from the left and top. */
export interface Focus {
  readonly x: number
  readonly y: number
}

/** What an item may say about itself beyond the fields of the specification. */
export interface ItemDetails {
  /** Whether it is made when somebody asks for it. `sold` takes precedence. */
  readonly madeToOrder: boolean
  /** How long it takes to make one: 1 to {@link maxWeeks}. */
  readonly weeksToMake: number | null
  readonly yarn: string | null
  readonly measurements: string | null
  readonly care: string | null
  /** `null` is the centre. */
  readonly focus: Focus | null
}

/** The details of an item that has none. */
export const noDetails: ItemDetails = {
  madeToOrder: false,
  weeksToMake: null,
  yarn: null,
  measurements: null,
  care: null,
  focus: null,
}

/** The longest time to make one, in weeks. */
export const maxWeeks = 52

/** A value, or what is wrong with it. */
type Parsed<T> = { readonly value: T } | { readonly problem: ItemProblem }

/** Parses `madeToOrder`: a boolean, or a form's `true`. */
export function parseMadeToOrder(input: unknown): Parsed<boolean> {
  if (isAbsent(input) || input === false || input === 'false') return { value: false }
  return input === true || input === 'true' ? { value: true } : { problem: { code: 'notABoolean' } }
}

/** Parses `weeksToMake`: a number, or a form's text. */
export function parseWeeks(input: unknown): Parsed<number | null> {
  const given = typeof input === 'string' ? input.trim() : input
  if (isAbsent(given)) return { value: null }
  const weeks = typeof given === 'string' && /^\d{1,4}$/.test(given) ? Number(given) : given
  return isWeeks(weeks) ? { value: weeks } : { problem: { code: 'notWeeks', max: maxWeeks } }
}

/** Parses `focus`: an object, or a form's text from {@link formatFocus}. */
export function parseFocus(input: unknown): Parsed<Focus | null> {
  if (isAbsent(input)) return { value: null }
  const [, x, y] = typeof input === 'string' ? (/^(\d{1,3}),(\d{1,3})$/.exec(input) ?? []) : []
  const focus = readFocus(x === undefined ? input : { x: Number(x), y: Number(y) })
  return focus ? { value: focus } : { problem: { code: 'notAFocus' } }
}

/** `{ x: 40, y: 25 }` → `40,25`; empty for the centre. */
export function formatFocus(focus: Focus | null): string {
  return focus === null ? '' : `${focus.x},${focus.y}`
}

/** Parses a stored focus; `undefined` if it is invalid, because another program may have written it. */
export function readFocus(input: unknown): Focus | undefined {
  if (typeof input !== 'object' || input === null) return undefined
  const { x, y } = input as Partial<Record<keyof Focus, unknown>>
  return isPercent(x) && isPercent(y) ? { x, y } : undefined
}

export function isWeeks(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= maxWeeks
}

export function isSameFocus(a: Focus | null, b: Focus | null): boolean {
  return a?.x === b?.x && a?.y === b?.y
}

function isAbsent(input: unknown): boolean {
  return input === undefined || input === null || input === ''
}

function isPercent(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 100
}

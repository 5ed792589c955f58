import { isNothing, nothing } from '../fields/field-kinds.ts'
import type { Field } from '../fields/field-table.ts'

/** The point of an item's first picture that stays in sight where a card crops it: whole percent from the left and top. */
export interface Focus {
  readonly x: number
  readonly y: number
}

/** An object, or a form's text such as `40,25`. `null` is the centre. */
export const focusField: Field<Focus | null> = {
  absent: null,
  parse(input) {
    if (isNothing(input)) return { value: null }
    const [, x, y] = typeof input === 'string' ? (/^(\d{1,3}),(\d{1,3})$/.exec(input) ?? []) : []
    const value = readFocus(x === undefined ? input : { x: Number(x), y: Number(y) })
    return value ? { value } : { problem: { code: 'notAFocus' } }
  },
  read(stored) {
    const value = readFocus(stored)
    return value ? { value, isFault: false } : nothing(stored)
  },
  format: (focus) => (focus ? `${focus.x},${focus.y}` : ''),
}

function readFocus(input: unknown): Focus | undefined {
  if (typeof input !== 'object' || input === null) return undefined
  const { x, y } = input as Partial<Record<keyof Focus, unknown>>
  return isPercent(x) && isPercent(y) ? { x, y } : undefined
}

function isPercent(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 100
}

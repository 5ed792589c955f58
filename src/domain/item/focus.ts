import { isWhole, optional } from '../fields/field-kinds.ts'

/** The point of an item's first picture that stays in sight where a card crops it: whole percent from the left and top. */
export interface Focus {
  readonly x: number
  readonly y: number
}

/** An object, or a form's text such as `40,25`. `null` is the centre. */
export const focusField = optional<Focus>({
  check(value) {
    const { x, y } = (value ?? {}) as Partial<Record<keyof Focus, unknown>>
    return isWhole(x, 0, 100) && isWhole(y, 0, 100) ? { x, y } : undefined
  },
  problem: { code: 'notAFocus' },
  fromText(typed) {
    const [, x, y] = /^(\d{1,3}),(\d{1,3})$/.exec(typed) ?? []
    return { x: Number(x), y: Number(y) }
  },
  format: ({ x, y }) => `${x},${y}`,
})

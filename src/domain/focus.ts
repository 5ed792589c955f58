import { isWhole, optional } from './field-kinds.ts'

/** The point of a picture that stays in sight where a page crops it: whole percent from the left and top. */
export interface Focus {
  readonly x: number
  readonly y: number
}

export const centre: Focus = { x: 50, y: 50 }

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

/** The focus that a form's text names. */
export function focusOf(typed: string | undefined): Focus | null {
  const parsed = focusField.parse(typed)
  return 'value' in parsed ? parsed.value : null
}

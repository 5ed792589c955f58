import type { Focus } from '../../src/domain/item/focus.ts'

/**
 * The classes of an element that crops its images around this point, in steps of 10 %. They set `--focus-x` and
 * `--focus-y`, for `object-position`; the middle needs none.
 */
export function focusClass(focus: Focus | null): string {
  if (focus === null) return ''
  const step = (percent: number, axis: 'x' | 'y') => {
    const tens = Math.round(percent / 10)
    return tens === 5 ? '' : ` focus-${axis}-${tens}`
  }
  return step(focus.x, 'x') + step(focus.y, 'y')
}

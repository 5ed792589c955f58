import type { Focus } from '../../src/domain/focus.ts'

/**
 * The classes of an element that crops its images around this point, in steps of 10 %. They set `--focus-x` and
 * `--focus-y`, for `object-position`; the middle needs none.
 */
export function focusClass(focus: Focus | null): string {
  if (focus === null) return ''
  const step = (percent: number, axis: 'x' | 'y') => {
    const tens = focusStep(percent)
    return tens === 5 ? '' : ` focus-${axis}-${tens}`
  }
  return step(focus.x, 'x') + step(focus.y, 'y')
}

/**
 * The step for a share of a picture's width or height, 0 to 10. Rounded away from the middle: what is closest to an edge
 * stays in sight also where little of a long picture does.
 */
export function focusStep(percent: number): number {
  return Math.min(10, Math.max(0, Math.round((percent - 50) / 9) + 5))
}

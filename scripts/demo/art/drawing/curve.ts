export type Point = readonly [x: number, y: number]

/** Points as they are written in a drawing: `'12,40 -3,8'`. */
export function points(text: string): Point[] {
  return text.split(' ').map((pair): Point => {
    const [x = 0, y = 0] = pair.split(',').map(Number)
    return [x, y]
  })
}

/** A smooth line through the points; `steps` short straight pieces between each two of them. */
export function smoothLine(through: readonly Point[], steps = 12): Point[] {
  const line: Point[] = []
  for (let i = 0; i + 1 < through.length; i++) {
    for (let step = 0; step < steps; step++) line.push(between(through, i, step / steps, open))
  }
  const last = through.at(-1)
  return last === undefined ? line : [...line, last]
}

/** A smooth outline through the points and back to the first. Points given twice make a corner. */
export function smoothOutline(through: readonly Point[], steps = 10): Point[] {
  return through.flatMap((_, i) =>
    Array.from({ length: steps }, (_, step) => between(through, i, step / steps, closed)),
  )
}

/** The points and the same points on the other side of `x`, so that an outline is alike on both sides. */
export function mirrored(through: readonly Point[], x: number): Point[] {
  return [...through, ...through.toReversed().map(([px, py]): Point => [2 * x - px, py])]
}

type Pick = (through: readonly Point[], i: number) => Point
const nowhere: Point = [0, 0]
const open: Pick = (through, i) => through[Math.min(Math.max(i, 0), through.length - 1)] ?? nowhere
const closed: Pick = (through, i) => through[(i + through.length) % through.length] ?? nowhere

/** Catmull and Rom's spline from point `i` to the next, at `t` from 0 to 1. */
function between(through: readonly Point[], i: number, t: number, pick: Pick): Point {
  const [a, b, c, d] = [pick(through, i - 1), pick(through, i), pick(through, i + 1), pick(through, i + 2)]
  const along = (k: 0 | 1): number =>
    0.5 *
    (2 * b[k] +
      (c[k] - a[k]) * t +
      (2 * a[k] - 5 * b[k] + 4 * c[k] - d[k]) * t * t +
      (3 * b[k] - a[k] - 3 * c[k] + d[k]) * t * t * t)
  return [along(0), along(1)]
}

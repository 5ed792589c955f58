import type { Canvas } from '../drawing/canvas.ts'
import type { Light } from '../drawing/color.ts'
import type { Point } from '../drawing/curve.ts'
import { hash, mix } from '../drawing/noise.ts'
import { paintEnd } from './yarn-end.ts'

/** Bunches of yarn that hang from an edge, about `every` so many pixels. */
export function paintFringe(canvas: Canvas, edge: readonly Point[], long: number, every: number, yarn: Light): void {
  const [first, last] = [edge[0] ?? [0, 0], edge.at(-1) ?? [0, 0]]
  const bunches = Math.max(2, Math.round(Math.hypot(last[0] - first[0], last[1] - first[1]) / every))
  const roots = Array.from({ length: bunches }, (_, i) => pointAt(edge, (i + 0.5) / bunches))
  for (const by of [9, 0]) {
    for (const [bunch, root] of roots.entries()) paintBunch(canvas, root, bunch, { long, every, yarn, by })
  }
}

interface Bunch {
  readonly long: number
  readonly every: number
  readonly yarn: Light
  /** More than 0: it is the shadow, so far to the right and down. */
  readonly by: number
}

const dark: Light = [0.05, 0.035, 0.025]

function paintBunch(canvas: Canvas, [x, y]: Point, bunch: number, { long, every, yarn, by }: Bunch): void {
  for (let strand = 0; strand < 7; strand++) {
    const i = bunch * 7 + strand
    const spread = ((strand * 3) % 7) / 6 - 0.5
    const tip = x + every * (0.95 * spread + 0.3 * (hash(i, 7, 42) - 0.5))
    const down = long * (0.9 + 0.16 * hash(i, 8, 42))
    const bend = every * 0.35 * (hash(i, 9, 42) - 0.5)
    const line: readonly Point[] = [
      [x + spread * every * 0.3, y - 6],
      [x + spread * every * 0.5 + bend, y + down * 0.5],
      [tip, y + down],
    ]
    const light = 0.98 + 0.16 * (hash(i, 10, 42) - 0.5)
    paintEnd(canvas, {
      line: line.map(([px, py]) => [px + by, py + by]),
      thick: [every * 0.1, every * 0.085],
      yarn: by > 0 ? dark : yarn,
      tone: [light * 0.8, light],
      cover: by > 0 ? 0.1 : 1,
    })
  }
}

function pointAt(line: readonly Point[], share: number): Point {
  const at = share * (line.length - 1)
  const [from, to] = [line[Math.floor(at)] ?? [0, 0], line[Math.ceil(at)] ?? [0, 0]]
  return [mix(from[0], to[0], at % 1), mix(from[1], to[1], at % 1)]
}

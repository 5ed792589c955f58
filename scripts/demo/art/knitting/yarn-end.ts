import { lay, type Canvas } from '../drawing/canvas.ts'
import type { Light } from '../drawing/color.ts'
import { type Point, smoothLine } from '../drawing/curve.ts'
import { clamp, mix } from '../drawing/noise.ts'

/** An end of yarn that hangs or stands free. */
export interface End {
  readonly line: readonly Point[]
  /** Half its thickness in pixels, at its root and at its tip. */
  readonly thick: readonly [number, number]
  readonly yarn: Light
  /** How light it is, at its root and at its tip; 1 is as the yarn is. */
  readonly tone: readonly [number, number]
  /** How much it hides of what is below; 1 is all. */
  readonly cover: number
}

/** Paints an end of yarn slice by slice, round and plied. */
export function paintEnd(canvas: Canvas, end: End): void {
  const points = smoothLine(end.line, 8)
  const total = points.length - 1
  let walked = 0
  for (let i = 0; i < total; i++) {
    const [ax, ay] = points[i] ?? [0, 0]
    const [bx, by] = points[i + 1] ?? [0, 0]
    const length = Math.hypot(bx - ax, by - ay)
    const slices = Math.max(1, Math.ceil(length))
    for (let slice = 0; slice < slices; slice++) {
      const share = (i + slice / slices) / total
      const at: Point = [mix(ax, bx, slice / slices), mix(ay, by, slice / slices)]
      paintSlice(canvas, end, at, [(bx - ax) / length, (by - ay) / length], share, walked + (length * slice) / slices)
    }
    walked += length
  }
}

function paintSlice(canvas: Canvas, end: End, at: Point, ahead: Point, share: number, walked: number): void {
  const half = mix(end.thick[0], end.thick[1], share)
  const tone = mix(end.tone[0], end.tone[1], share)
  const reach = Math.ceil(half + 1)
  const [x, y] = [Math.floor(at[0]), Math.floor(at[1])]
  for (let py = Math.max(0, y - reach); py <= Math.min(canvas.height - 1, y + reach); py++) {
    for (let px = Math.max(0, x - reach); px <= Math.min(canvas.width - 1, x + reach); px++) {
      const right = px + 0.5 - at[0]
      const down = py + 0.5 - at[1]
      if (Math.abs(right * ahead[0] + down * ahead[1]) > 0.9) continue
      const across = down * ahead[0] - right * ahead[1]
      const cover = end.cover * clamp(half - Math.abs(across) + 0.5)
      if (cover > 0)
        lay(canvas, (py * canvas.width + px) * 3, end.yarn, tone * round(across / half, ahead, walked / half), cover)
    }
  }
}

/** The light on a round, twisted yarn: `from` -1 to 1 across it. */
function round(from: number, ahead: Point, walked: number): number {
  const side = clamp(from, -1, 1)
  const toLamp = side * (0.46 * ahead[1] - 0.56 * ahead[0]) + 0.69 * Math.sqrt(1 - side * side)
  return (0.5 + 0.55 * clamp(toLamp + 0.12)) * (1 + 0.09 * Math.sin(walked * 1.3 + side * 1.6))
}

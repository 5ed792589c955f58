import type { Canvas } from '../drawing/canvas.ts'
import type { Light } from '../drawing/color.ts'
import type { Point } from '../drawing/curve.ts'
import { clamp, hash } from '../drawing/noise.ts'
import { paintEnd } from './yarn-end.ts'

/** A ball of yarn ends around `middle`. */
export function paintPompom(canvas: Canvas, middle: Point, radius: number, yarns: readonly Light[]): void {
  const ends = Array.from({ length: 3400 }, (_, i) => {
    const up = hash(i, 1, 41) * 2 - 1
    const turn = hash(i, 2, 41) * 2 * Math.PI
    const flat = Math.sqrt(1 - up * up)
    return { x: flat * Math.cos(turn), y: up, z: flat * Math.sin(turn), i }
  }).filter((end) => end.z > -0.3)
  ends.sort((a, b) => a.z - b.z)
  for (const { x, y, z, i } of ends) {
    const long = radius * (0.9 + 0.14 * hash(i, 3, 41))
    const sway = radius * 0.16
    const swayX = sway * (hash(i, 4, 41) - 0.5)
    const swayY = sway * (hash(i, 5, 41) - 0.5)
    const toLamp = clamp(0.5 + 0.5 * (-0.46 * x - 0.58 * y + 0.67 * z))
    const tone = (0.3 + 0.8 * toLamp) * (0.86 + 0.28 * hash(i, 6, 41))
    paintEnd(canvas, {
      line: [
        [middle[0] + x * long * 0.7, middle[1] + y * long * 0.7],
        [middle[0] + x * long * 0.88 + swayX * 0.3, middle[1] + y * long * 0.88 + swayY * 0.3],
        [middle[0] + x * long + swayX, middle[1] + y * long + swayY],
      ],
      thick: [radius * 0.026, radius * 0.019],
      yarn: yarns[i % yarns.length] ?? [1, 1, 1],
      tone: [tone * 0.42, tone * 1.06],
      cover: 1,
    })
  }
}

import { eachPixel, lay, type Canvas } from '../drawing/canvas.ts'
import type { Light } from '../drawing/color.ts'
import { points, smoothLine, type Point } from '../drawing/curve.ts'
import { clamp } from '../drawing/noise.ts'
import { ribbonRegion } from '../drawing/region.ts'
import { layFabric } from '../knitting/fabric.ts'
import { crosswise } from '../knitting/weave.ts'
import { layered } from '../studio.ts'
import { flip, middle, paintBackOfNeck, paintBody, paintSleeves, ribbing, type SweaterLook } from './sweater-parts.ts'

/** The left front edge: down from the shoulder, then straight to the hem. */
const front = points('378,238 396,330 446,470 478,590 480,700 480,850 480,1000')

/** A buttoned jacket with a V-shaped neck, laid flat. */
export function paintCardigan(canvas: Canvas, look: SweaterLook, button: Light): void {
  const left = smoothLine(front.slice(0, 4))
  const neckline = [...left, ...left.toReversed().map(flip)]
  paintBackOfNeck(canvas, look, neckline)
  paintSleeves(canvas, look)
  paintBody(canvas, look, neckline)
  const gauge = look.gauge * 0.8
  for (const line of [front.map(flip), front]) {
    const band = ribbonRegion(smoothLine(line), 23)
    layFabric(canvas, { ...ribbing(look), region: band, weave: crosswise(band, gauge), gauge, seed: 12 }, layered)
  }
  for (let i = 0; i < 5; i++) paintButton(canvas, [middle, 618 + i * 84], 17, button)
}

function paintButton(canvas: Canvas, [x, y]: Point, radius: number, paint: Light): void {
  const box = { left: x - radius - 12, top: y - radius - 12, right: x + radius + 12, bottom: y + radius + 12 }
  eachPixel(canvas, box, (px, py, at) => {
    const shadow = clamp((radius + 7 - Math.hypot(px - x - 3, py - y - 4)) / 10)
    lay(canvas, at, [0.02, 0.015, 0.01], 1, 0.55 * shadow)
    const from = Math.hypot(px - x, py - y)
    const hole = Math.hypot(Math.abs(px - x) - radius * 0.24, Math.abs(py - y) - radius * 0.24)
    const slope = ((from > radius * 0.72 ? 0.3 : -0.22) * (px - x + (py - y))) / radius
    const tone = (0.98 - slope) * (hole < radius * 0.13 ? 0.25 : 1)
    lay(canvas, at, paint, tone, clamp(radius - from + 0.5))
  })
}

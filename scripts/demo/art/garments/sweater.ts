import type { Canvas } from '../drawing/canvas.ts'
import { points, smoothLine, type Point } from '../drawing/curve.ts'
import { outlineRegion, ribbonRegion } from '../drawing/region.ts'
import { layFabric } from '../knitting/fabric.ts'
import { crosswise, straight } from '../knitting/weave.ts'
import { layered } from '../studio.ts'
import { flip, middle, paintBackOfNeck, paintBody, paintSleeves, ribbing, type SweaterLook } from './sweater-parts.ts'

/** A sweater laid flat, with a round neck or a folded collar. */
export function paintSweater(canvas: Canvas, look: SweaterLook, neck: 'crew' | 'turtle'): void {
  paintBackOfNeck(canvas, look, neckline)
  paintSleeves(canvas, look)
  paintBody(canvas, look, neckline)
  if (neck === 'crew') paintCrewNeck(canvas, look)
  else paintTurtleneck(canvas, look)
}

/** Half an ellipse, from the left shoulder to the right. */
const neckline: readonly Point[] = Array.from({ length: 25 }, (_, i) => {
  const turn = (i / 24) * Math.PI
  return [middle - 102 * Math.cos(turn), 236 + 84 * Math.sin(turn)]
})

function paintCrewNeck(canvas: Canvas, look: SweaterLook): void {
  const band = ribbonRegion(neckline, 20)
  const gauge = look.gauge * 0.8
  layFabric(canvas, { ...ribbing(look), region: band, weave: crosswise(band, gauge), gauge, seed: 10 }, layered)
}

function paintTurtleneck(canvas: Canvas, look: SweaterLook): void {
  const side: Point[] = smoothLine(points('480,330 420,323 362,290 366,236 374,166 430,150 480,147'))
  const collar = outlineRegion([...side, ...side.toReversed().map(flip)], 6)
  const weave = straight([middle, 330], look.gauge)
  layFabric(canvas, { ...ribbing(look), region: collar, weave, edge: { width: 60, height: 40 }, seed: 11 }, layered)
}

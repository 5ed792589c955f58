import type { Canvas } from '../drawing/canvas.ts'
import { points, smoothLine } from '../drawing/curve.ts'
import { lengthOf, ribbonRegion } from '../drawing/region.ts'
import { layFabric } from '../knitting/fabric.ts'
import { paintFringe } from '../knitting/fringe.ts'
import { lengthwise } from '../knitting/weave.ts'
import { castShadow, layered, resting } from '../studio.ts'
import type { ScarfLook } from './scarf-look.ts'

/** Around a neck that is not there. */
const loop = [
  ...points('680,968 640,810 560,670 440,545 330,440 300,330 370,236 480,208'),
  ...points('590,236 660,330 630,440 510,555 390,670 324,780 288,906'),
]
const stepsBetween = 12

/** Laid around as it is worn, one end over the other. */
export function paintLoopedScarf(canvas: Canvas, look: ScarfLook): void {
  const { pattern, yarn, gauge, seed, fringe } = look
  const half = 94
  const line = smoothLine(loop, stepsBetween)
  /** The end on top starts where nothing lies under it yet, so that nobody sees where. */
  const start = 9 * stepsBetween
  const whole = ribbonRegion(line, half)
  const onTop = ribbonRegion(line.slice(start), half, lengthOf(line.slice(0, start + 1)))
  const shadow = ribbonRegion(line.slice(start + stepsBetween), half)
  const knitted = { pattern, yarn, gauge, edge: { width: 74, height: 44 }, seed }
  castShadow(canvas, whole, resting)
  castShadow(canvas, onTop, resting)
  paintFringe(canvas, points('591,984 770,956'), 112, 26, fringe)
  layFabric(canvas, { ...knitted, region: whole, weave: lengthwise(whole, gauge) }, [])
  castShadow(canvas, shadow, layered)
  paintFringe(canvas, points('198,890 379,920'), 112, 26, fringe)
  layFabric(canvas, { ...knitted, region: onTop, weave: lengthwise(onTop, gauge) }, [])
}

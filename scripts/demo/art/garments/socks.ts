import type { Canvas } from '../drawing/canvas.ts'
import { points, smoothLine, smoothOutline, type Point } from '../drawing/curve.ts'
import { outlineRegion, ribbonRegion } from '../drawing/region.ts'
import { layFabric } from '../knitting/fabric.ts'
import { rib, type Pattern } from '../knitting/pattern.ts'
import { draped, lengthwise } from '../knitting/weave.ts'
import type { Yarn } from '../knitting/yarn.ts'
import { layered, resting, seam } from '../studio.ts'

export interface SocksLook {
  readonly pattern: Pattern
  /** Rows are counted from the top of the leg; columns from its middle, less than 0 towards the toes. */
  readonly yarn: Yarn
  readonly cuffYarn: Yarn
  readonly gauge: number
  readonly seed: number
}

const outline = [
  ...points('250,330 250,430 250,600 247,720 262,812 322,862 440,876 560,884 644,866'),
  ...points('676,806 648,742 560,712 462,686 414,634 402,560 402,430 402,330'),
]
const middleLine = points('326,320 326,470 328,620 352,722 430,780 540,798 690,806')
const cuff = points('260,222 392,222 396,336 256,336')

/** A pair, one half under the other. */
export function paintSocks(canvas: Canvas, look: SocksLook): void {
  paintSock(canvas, look, [146, -34], resting, 0)
  paintSock(canvas, look, [-34, 84], [...resting.slice(0, 1), ...layered], 1)
}

function paintSock(canvas: Canvas, look: SocksLook, by: Point, shadows: typeof resting, seed: number): void {
  const { gauge, pattern, yarn, cuffYarn } = look
  const place = ([x, y]: Point): Point => [x + by[0], y + by[1]]
  const line = ribbonRegion(smoothLine(middleLine.map(place)), 90)
  const legLine = ribbonRegion(points('326,196 326,400').map(place), 90)
  const foot = outlineRegion(smoothOutline(outline.map(place)))
  const top = outlineRegion(cuff.map(place), 10)
  const edge = { width: 60, height: 40 }
  layFabric(
    canvas,
    {
      region: top,
      weave: lengthwise(legLine, gauge),
      pattern: rib(2, 2),
      yarn: cuffYarn,
      gauge,
      edge,
      seed: look.seed + seed,
    },
    shadows,
  )
  const weave = lengthwise(line, gauge, draped(16, look.seed + seed))
  layFabric(canvas, { region: foot, weave, pattern, yarn, gauge, edge, seed: look.seed + 3 + seed }, [
    ...shadows,
    ...seam,
  ])
}

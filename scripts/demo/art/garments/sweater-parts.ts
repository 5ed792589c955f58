import type { Canvas } from '../drawing/canvas.ts'
import { points, smoothLine, type Point } from '../drawing/curve.ts'
import { outlineRegion, ribbonRegion } from '../drawing/region.ts'
import { layFabric, type Fabric } from '../knitting/fabric.ts'
import { reverse, rib, type Pattern } from '../knitting/pattern.ts'
import { crosswise, draped, lengthwise, straight, type Weave } from '../knitting/weave.ts'
import type { Yarn } from '../knitting/yarn.ts'
import { castShadow, resting, seam } from '../studio.ts'

export interface SweaterLook {
  readonly pattern: Pattern
  readonly sleevePattern?: Pattern
  readonly yarn: Yarn
  readonly sleeveYarn?: Yarn
  readonly ribYarn: Yarn
  /** Width of a stitch in pixels. */
  readonly gauge: number
  /** Which stitch is where on the body, when not straight up and down. */
  readonly bodyWeave?: Weave
  readonly seed: number
}

export const middle = 480
const hemTop = 925

const side: readonly Point[] = [
  [378, 224],
  [254, 282],
  [256, 330],
  [268, 470],
  [258, 700],
  [250, 850],
  [266, hemTop],
]

export function flip([x, y]: Point): Point {
  return [2 * middle - x, y]
}

/** What every ribbed part of the piece has in common. */
export function ribbing(look: SweaterLook): Pick<Fabric, 'pattern' | 'yarn' | 'gauge' | 'edge'> {
  return { pattern: rib(1, 1), yarn: look.ribYarn, gauge: look.gauge, edge: { width: 24, height: 14 } }
}

/** Front and hem. `neckline` goes from the left shoulder to the right. */
export function paintBody(canvas: Canvas, look: SweaterLook, neckline: readonly Point[]): void {
  const { gauge, seed, yarn, pattern } = look
  const left = smoothLine(side)
  const weave = look.bodyWeave ?? straight([middle, hemTop], gauge, 0, draped(26, seed))
  const hem = outlineRegion(
    [
      [280, hemTop - 10],
      [680, hemTop - 10],
      [684, 990],
      [276, 990],
    ],
    10,
  )
  const region = outlineRegion([...left, ...left.toReversed().map(flip), ...neckline.toReversed()])
  castShadow(canvas, region, resting)
  layFabric(
    canvas,
    { ...ribbing(look), region: hem, weave: straight([middle, hemTop], gauge), seed: seed + 3 },
    resting,
  )
  layFabric(canvas, { region, weave, pattern, yarn, gauge, edge: { width: 80, height: 40 }, seed }, seam)
}

export function paintSleeves(canvas: Canvas, look: SweaterLook): void {
  for (const toSide of [asIs, flip]) paintSleeve(canvas, look, toSide)
}

const asIs = (point: Point): Point => point

/** A sleeve follows the line from the shoulder to the cuff. */
function paintSleeve(canvas: Canvas, look: SweaterLook, toSide: (point: Point) => Point): void {
  const { gauge, seed, pattern, sleevePattern = pattern, yarn, sleeveYarn = yarn } = look
  const middleLine = points('286,330 232,480 178,690 130,900 116,968')
  const line = ribbonRegion(smoothLine(middleLine.map(toSide)), 60)
  const outer = smoothLine(points('262,280 214,318 160,480 108,690 72,880'))
  const inner = smoothLine(points('172,902 206,760 250,600 284,470 300,330'))
  const sleeve = outlineRegion([...outer, ...inner].map(toSide), 4)
  const cuffCorners = points('86,880 76,955 146,972 164,896')
  const cuff = outlineRegion(cuffCorners.map(toSide), 8)
  const weave = lengthwise(line, gauge, draped(22, seed + 1))
  layFabric(canvas, { ...ribbing(look), region: cuff, weave: lengthwise(line, gauge * 0.94), seed: seed + 4 }, resting)
  layFabric(
    canvas,
    {
      region: sleeve,
      weave,
      pattern: sleevePattern,
      yarn: sleeveYarn,
      gauge,
      edge: { width: 60, height: 36 },
      seed: seed + 6,
    },
    [...resting.slice(0, 1), ...seam],
  )
}

/** The inside of the back, and the band along its upper edge. */
export function paintBackOfNeck(canvas: Canvas, look: SweaterLook, neckline: readonly Point[]): void {
  const back = Array.from({ length: 17 }, (_, i): Point => {
    const turn = (i / 16) * Math.PI
    return [middle - 102 * Math.cos(turn), 238 - 34 * Math.sin(turn)]
  })
  const inside = outlineRegion([...back, ...neckline.toReversed()], 4)
  const gauge = look.gauge * 0.8
  const yarn = look.ribYarn
  layFabric(
    canvas,
    { region: inside, weave: straight([middle, 240], gauge), pattern: reverse, yarn, tone: 0.5, gauge, seed: 8 },
    resting,
  )
  const band = ribbonRegion(back, 18)
  layFabric(canvas, { ...ribbing(look), region: band, weave: crosswise(band, gauge), gauge, seed: 9 }, seam)
}

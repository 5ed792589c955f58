import { eachPixel, lay, type Canvas } from '../drawing/canvas.ts'
import { light, shaded } from '../drawing/color.ts'
import type { Point } from '../drawing/curve.ts'
import { clamp, hills, mix } from '../drawing/noise.ts'
import { outlineRegion } from '../drawing/region.ts'
import { layFabric } from '../knitting/fabric.ts'
import { paintFringe } from '../knitting/fringe.ts'
import { straight, type Weave } from '../knitting/weave.ts'
import { castShadow, layered, resting } from '../studio.ts'
import type { ScarfLook } from './scarf-look.ts'

const rodTop = 150

/** Over a wooden rod: the longer half behind, the shorter one in front. */
export function paintHungScarf(canvas: Canvas, look: ScarfLook): void {
  const { pattern, yarn, gauge, seed, fringe } = look
  const back = outlineRegion([[418, rodTop + 12], [690, rodTop + 12], ...hemline(734, 430, 960)], 8)
  const front = outlineRegion([[262, rodTop - 12], [560, rodTop - 12], ...hemline(586, 238, 820)], 8)
  const edge = { width: 40, height: 22 }
  const hung = (origin: Point): Weave => straight(origin, gauge, 0, folds(seed))
  castShadow(canvas, back, resting)
  castShadow(canvas, front, resting)
  paintFringe(canvas, hemline(436, 728, 956), 112, 27, shaded(fringe, 0.8))
  layFabric(
    canvas,
    { region: back, weave: hung([428, rodTop]), pattern, yarn, tone: 0.8, gauge, edge, seed: seed + 2 },
    [],
  )
  paintRod(canvas)
  castShadow(canvas, front, [...resting, ...layered])
  paintFringe(canvas, hemline(244, 580, 816), 112, 27, fringe)
  const weave = overRod(hung([252, rodTop]))
  layFabric(canvas, { region: front, weave, pattern, yarn, gauge, edge, seed }, [])
}

/** A lower edge that waves a little. */
function hemline(from: number, to: number, y: number): Point[] {
  return Array.from({ length: 13 }, (_, i) => {
    const x = mix(from, to, i / 12)
    return [x, y + 7 * hills(x / 70, 0, 51)]
  })
}

/** Long folds that hang straight down. */
function folds(seed: number): Weave {
  return (x, y, place) => {
    place.lift = 30 * hills(x / 76 + y / 1100, y / 1100, seed) + 5 * hills(x / 40, y / 300, seed + 1)
  }
}

/** Rounds the fabric over the rod. */
function overRod(weave: Weave): Weave {
  return (x, y, place) => {
    weave(x, y, place)
    const from = clamp((y - rodTop + 16) / 44)
    place.lift += 30 * Math.sqrt(1 - (1 - from) ** 2)
  }
}

const oak = light('#c39a6c')

function paintRod(canvas: Canvas): void {
  const top = rodTop
  const thick = 30
  castShadow(
    canvas,
    outlineRegion([
      [-80, top],
      [1040, top],
      [1040, top + thick],
      [-80, top + thick],
    ]),
    resting,
  )
  eachPixel(canvas, { left: 0, top, right: canvas.width, bottom: top + thick }, (x, y, at) => {
    const from = ((y - top) / thick) * 2 - 1
    const grain = 0.07 * hills(x / 120, y / 2.6, 61) + 0.04 * hills(x / 40, y / 1.4, 62)
    lay(canvas, at, oak, (0.62 + 0.5 * Math.sqrt(1 - from * from) - 0.22 * from) * (1 + grain), 1)
  })
}

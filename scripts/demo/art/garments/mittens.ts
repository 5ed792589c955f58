import type { Canvas } from '../drawing/canvas.ts'
import { points, smoothOutline, type Point } from '../drawing/curve.ts'
import { outlineRegion } from '../drawing/region.ts'
import { layFabric } from '../knitting/fabric.ts'
import { rib, type Pattern } from '../knitting/pattern.ts'
import { straight } from '../knitting/weave.ts'
import type { Yarn } from '../knitting/yarn.ts'
import { castShadow, resting, seam } from '../studio.ts'

export interface MittensLook {
  readonly pattern: Pattern
  readonly yarn: Yarn
  readonly thumbYarn: Yarn
  readonly cuffYarn: Yarn
  readonly gauge: number
  readonly seed: number
}

const hand = points('-96,156 -112,20 -116,-120 -98,-240 -52,-312 0,-330 52,-312 98,-240 116,-120 112,20 96,156')
const thumb = points('60,40 128,-78 150,-126')
const cuff = points('-88,140 88,140 94,296 -94,296')

/** A pair side by side, the thumbs towards each other. */
export function paintMittens(canvas: Canvas, look: MittensLook): void {
  paintMitten(canvas, look, [272, 610], -0.1, 1)
  paintMitten(canvas, look, [688, 610], 0.1, -1)
}

function paintMitten(canvas: Canvas, look: MittensLook, at: Point, turn: number, facing: 1 | -1): void {
  const { gauge, seed, pattern, yarn, thumbYarn, cuffYarn } = look
  const place = ([x, y]: Point): Point => [
    at[0] + x * facing * Math.cos(turn) - y * Math.sin(turn),
    at[1] + x * facing * Math.sin(turn) + y * Math.cos(turn),
  ]
  const palm = outlineRegion(smoothOutline(hand.map(place)))
  const finger = outlineRegion([...thumb, ...thumb.toReversed()].map(place), 44)
  const wrist = outlineRegion(cuff.map(place), 12)
  const weave = straight(place([0, 146]), gauge, turn)
  for (const region of [palm, finger, wrist]) castShadow(canvas, region, resting)
  const thumbWeave = straight(place([100, -20]), gauge, turn + facing * 0.5)
  const round = { width: 44, height: 34 }
  layFabric(
    canvas,
    { region: finger, weave: thumbWeave, pattern, yarn: thumbYarn, gauge, edge: round, seed: seed + 2 },
    [],
  )
  layFabric(
    canvas,
    { region: wrist, weave, pattern: rib(1, 1), yarn: cuffYarn, gauge, edge: round, seed: seed + 3 },
    [],
  )
  layFabric(canvas, { region: palm, weave, pattern, yarn, gauge, edge: { width: 70, height: 48 }, seed }, seam)
}

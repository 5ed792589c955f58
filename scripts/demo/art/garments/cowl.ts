import type { Canvas } from '../drawing/canvas.ts'
import { mirrored, type Point } from '../drawing/curve.ts'
import { clamp, hills } from '../drawing/noise.ts'
import { outlineRegion } from '../drawing/region.ts'
import { layFabric } from '../knitting/fabric.ts'
import { reverse, type Pattern } from '../knitting/pattern.ts'
import { rowHeight } from '../knitting/stitch.ts'
import type { Weave } from '../knitting/weave.ts'
import type { Yarn } from '../knitting/yarn.ts'
import { castShadow, layered, resting } from '../studio.ts'

export interface CowlLook {
  readonly pattern: Pattern
  readonly yarn: Yarn
  readonly gauge: number
  readonly seed: number
}

const middle = 480
const topRim = 400
const bottomRim = 830

/** A wide ring that stands by itself, seen from a little above. */
export function paintCowl(canvas: Canvas, look: CowlLook): void {
  const { pattern, yarn, gauge, seed } = look
  const front = outlineRegion(frontOutline(), inset)
  const inner = outlineRegion(rimOutline(), 20)
  castShadow(canvas, front, resting)
  layFabric(
    canvas,
    { region: inner, weave: around(-1, gauge, seed), pattern: reverse, yarn, tone: 0.55, gauge, seed: seed + 1 },
    resting,
  )
  layFabric(
    canvas,
    { region: front, weave: around(1, gauge, seed), pattern, yarn, gauge, edge: { width: 66, height: 50 }, seed },
    layered,
  )
}

/** Half the width at `y`: it slouches into two soft rolls. */
function halfAt(y: number): number {
  const down = clamp((y - topRim) / (bottomRim - topRim))
  return 292 + 34 * down + 17 * Math.abs(Math.sin(2 * Math.PI * down)) ** 0.7
}

function sag(from: number): number {
  return 86 * Math.sqrt(Math.max(0, 1 - from * from))
}

function frontOutline(): Point[] {
  const arc = (y: number): Point[] =>
    Array.from({ length: 31 }, (_, i) => {
      const turn = (i / 30) * (Math.PI / 2)
      return [middle - (halfAt(y) - inset) * Math.sin(turn), y + sag(Math.sin(turn))]
    })
  const side = Array.from({ length: 39 }, (_, i): Point => {
    const y = topRim + inset + ((bottomRim - topRim - 2 * inset) * (i + 1)) / 40
    return [middle - halfAt(y) + inset, y]
  })
  return mirrored([...arc(topRim + inset), ...side, ...arc(bottomRim - inset).toReversed()], middle)
}

/** Outlines are drawn this far inside, for round corners. */
const inset = 24

function rimOutline(): Point[] {
  return Array.from({ length: 60 }, (_, i) => {
    const turn = (i / 30) * Math.PI
    return [middle + (halfAt(topRim) - inset) * Math.cos(turn), topRim + 20 + 84 * Math.sin(turn)]
  })
}

/** Around the ring; `facing` 1 for the outside in front, -1 for the inside at the back. */
function around(facing: 1 | -1, gauge: number, seed: number): Weave {
  return (x, y, place) => {
    const from = clamp((x - middle) / (halfAt(y) + 6), -1, 1)
    const down = y - topRim - facing * sag(from)
    const roll = clamp(down / (bottomRim - topRim) + 0.09 * hills(x / 230, 0, seed), 0, 0.97)
    place.u = (Math.asin(from * 0.96) * halfAt(topRim)) / gauge
    place.v = down / gauge / rowHeight
    place.lift = facing * 150 * Math.sqrt(1 - 0.92 * from * from)
    if (facing > 0) place.lift += 54 * Math.abs(Math.sin(2 * Math.PI * roll)) ** 0.7
  }
}

import type { Canvas } from '../drawing/canvas.ts'
import type { Light } from '../drawing/color.ts'
import { type Point, mirrored } from '../drawing/curve.ts'
import { outlineRegion } from '../drawing/region.ts'
import { layFabric } from '../knitting/fabric.ts'
import { rib, type Pattern } from '../knitting/pattern.ts'
import { paintPompom } from '../knitting/pompom.ts'
import { rowHeight } from '../knitting/stitch.ts'
import type { Weave } from '../knitting/weave.ts'
import type { Yarn } from '../knitting/yarn.ts'
import { castShadow, layered, resting } from '../studio.ts'

export interface BeanieLook {
  readonly pattern: Pattern
  readonly yarn: Yarn
  readonly brimYarn: Yarn
  readonly brimPattern?: Pattern
  /** Width of a stitch in pixels. */
  readonly gauge: number
  /** Pixels from the brim to the crown. */
  readonly tall?: number
  readonly brimTall?: number
  readonly pompom?: readonly Light[]
  readonly seed: number
}

const middle = 480
const halfWidth = 296

export function paintBeanie(canvas: Canvas, look: BeanieLook): void {
  const { gauge, yarn, pattern, seed, pompom, brimTall = 170, tall = 560 } = look
  const bottom = pompom ? 915 : 870
  const brimTop = bottom - brimTall
  const crown = bottom - tall
  const width = (y: number): number => halfWidth * profile((brimTop + 40 - y) / (brimTop + 40 - crown))
  const body = outlineRegion(domeOutline(width, crown, brimTop + 60))
  const brim = outlineRegion(brimOutline(brimTop, bottom), corner)
  castShadow(canvas, brim, resting)
  if (pompom) castShadow(canvas, outlineRegion(circle([middle, crown - 46], 105)), resting)
  const weave = domeWeave(width, brimTop, gauge)
  layFabric(canvas, { region: body, weave, pattern, yarn, gauge, edge: { width: 60, height: 40 }, seed }, resting)
  layFabric(
    canvas,
    {
      region: brim,
      weave: brimWeave(gauge, brimTop),
      pattern: look.brimPattern ?? rib(1, 1),
      yarn: look.brimYarn,
      gauge,
      edge: { width: 34, height: 24 },
      seed: seed + 5,
    },
    layered,
  )
  if (pompom) paintPompom(canvas, [middle, crown - 46], 118, pompom)
}

/** Half the width at `up` from 0 at the brim to 1 at the crown. */
function profile(up: number): number {
  if (up <= 0) return 1
  return Math.max(0, 1 - Math.min(1, up) ** 2.3) ** 0.5
}

function domeOutline(width: (y: number) => number, crown: number, end: number): Point[] {
  const side = Array.from({ length: 41 }, (_, i): Point => {
    const y = crown + (end - crown) * (i / 40) ** 2
    return [middle - width(y), y]
  })
  return mirrored(side, middle)
}

/** Drawn this far inside, for round corners. */
const corner = 16

function brimOutline(top: number, bottom: number): Point[] {
  const half = halfWidth + 12 - corner
  const upper: Point[] = Array.from({ length: 21 }, (_, i) => [
    middle - half * (i / 20),
    top + corner + sag(i / 20) - 6,
  ])
  const lower: Point[] = Array.from({ length: 21 }, (_, i) => [
    middle - (half - 6) * (1 - i / 20),
    bottom - corner + sag(1 - i / 20),
  ])
  return mirrored([...upper, ...lower], middle)
}

/** How far a row hangs down at `from` 0, the middle, to 1, the side; pixels. */
function sag(from: number): number {
  return 24 * Math.sqrt(1 - 0.9 * from * from)
}

function circle([x, y]: Point, radius: number): Point[] {
  return Array.from({ length: 40 }, (_, i) => [
    x + radius * Math.cos((i * Math.PI) / 20),
    y + radius * Math.sin((i * Math.PI) / 20),
  ])
}

/** Around the head: columns come closer together towards the sides. */
function around(from: number): number {
  return Math.asin(Math.min(1, Math.max(-1, from)) * 0.86) / Math.asin(0.86)
}

/** Above the middle the crown is taken in: four wedges in view, each with its columns straight and cut at its sides. */
function domeWeave(width: (y: number) => number, brimTop: number, gauge: number): Weave {
  const stitches = (halfWidth * 1.12) / gauge
  return (x, y, place) => {
    const half = Math.max(1, width(y))
    const from = around((x - middle) / half)
    const wedge = (Math.min(1, Math.max(-2, Math.floor(from * 2))) + 0.5) / 2
    place.u = (wedge + (from - wedge) * Math.min(1, half / halfWidth / 0.9)) * stitches
    place.v = (y - brimTop - sag(Math.abs(from)) * 0.6) / gauge / rowHeight
    place.lift = half * 0.62 * Math.sqrt(Math.max(0, 1 - from * from * 0.9))
  }
}

function brimWeave(gauge: number, top: number): Weave {
  const half = halfWidth + 14
  const stitches = (halfWidth * 1.12) / gauge
  return (x, y, place) => {
    const from = around((x - middle) / half)
    place.u = from * stitches
    place.v = (y - top - sag(Math.abs((x - middle) / half))) / gauge / rowHeight
    place.lift = half * 0.62 * Math.sqrt(Math.max(0, 1 - from * from * 0.9))
  }
}

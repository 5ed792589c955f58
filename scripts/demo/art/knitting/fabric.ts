import { clip, eachPixel, grow, lay, type Box, type Canvas } from '../drawing/canvas.ts'
import type { Light } from '../drawing/color.ts'
import { clamp, hash, hills } from '../drawing/noise.ts'
import type { Region } from '../drawing/region.ts'
import { castShadow, type Shadow } from '../studio.ts'
import { paintFuzz } from './fuzz.ts'
import { wander, type Pattern, type Place } from './pattern.ts'
import { lookAt, type Strand } from './stitch.ts'
import type { Weave } from './weave.ts'
import type { Yarn } from './yarn.ts'

/** A piece of knitting that lies on the canvas. */
export interface Fabric {
  readonly region: Region
  readonly weave: Weave
  readonly pattern: Pattern
  readonly yarn: Yarn
  /** How light it is, in the shade of other parts; 1 in the open. */
  readonly tone?: number
  /** Width of a stitch in pixels. */
  readonly gauge: number
  /** How far from the edge the fabric bends down, and how thick it is there; pixels. */
  readonly edge?: { readonly width: number; readonly height: number }
  readonly seed: number
}

const sun = ((): Light => {
  const length = Math.hypot(-0.5, -0.62, 0.85)
  return [-0.5 / length, -0.62 / length, 0.85 / length]
})()

/** Lays the fabric on what is on the canvas. */
export function layFabric(canvas: Canvas, fabric: Fabric, shadows: readonly Shadow[]): void {
  castShadow(canvas, fabric.region, shadows)
  paintFabric(canvas, fabric)
  paintFuzz(canvas, fabric.region, 1, fabric.seed)
}

function paintFabric(canvas: Canvas, fabric: Fabric): void {
  const box = clip(canvas, grow(fabric.region.box, 4), 1)
  const relief = readRelief(fabric, box)
  const width = box.right - box.left
  eachPixel(canvas, box, (x, y, at) => {
    const i = (Math.floor(y) - box.top) * width + Math.floor(x) - box.left
    const cover = relief.cover[i] ?? 0
    if (cover <= 0) return
    const yarn = relief.yarns[i]
    if (yarn === undefined) return
    const bulk = 0.45 + 0.55 * shade(relief.bulk, i, width)
    lay(canvas, at, yarn, (relief.tone[i] ?? 1) * shade(relief.height, i, width) * bulk, cover)
  })
}

interface Relief {
  /** The form of the piece without its stitches, in pixels. */
  readonly bulk: Float32Array
  /** The same with them. */
  readonly height: Float32Array
  readonly tone: Float32Array
  readonly cover: Float32Array
  readonly yarns: Light[]
}

function readRelief(fabric: Fabric, box: Box): Relief {
  const width = box.right - box.left
  const size = width * (box.bottom - box.top)
  const relief: Relief = {
    bulk: new Float32Array(size),
    height: new Float32Array(size),
    tone: new Float32Array(size),
    cover: new Float32Array(size),
    yarns: Array.from({ length: size }),
  }
  const place: Place = { u: 0, v: 0, lift: 0 }
  const strand: Strand = { height: 0, column: 0, row: 0, along: 0, across: 0 }
  const { region, weave, pattern, gauge, edge = { width: 26, height: 12 }, tone = 1, seed } = fabric
  for (let i = 0; i < size; i++) {
    const x = box.left + (i % width) + 0.5
    const y = box.top + Math.floor(i / width) + 0.5
    const outside = region.distance(x, y)
    if (outside > 4) continue
    weave(x, y, place)
    const lift = place.lift
    place.lift = 0
    wander(place, seed)
    pattern.shape(place)
    lookAt(place.u, place.v, pattern, strand)
    const rim = 1 - clamp(-region.rim(x, y) / edge.width)
    const bulk = lift + edge.height * Math.sqrt(1 - rim * rim)
    relief.bulk[i] = bulk
    relief.height[i] = bulk + gauge * (0.34 * strand.height + 0.42 * place.lift)
    relief.cover[i] = clamp(0.5 - outside + (strand.height - 0.55) * gauge * 0.09)
    const yarn = fabric.yarn(strand.column, strand.row)
    relief.yarns[i] = yarn
    relief.tone[i] = tone * toneOf(strand, place, seed, 0.26 + 0.3 * yarn[1])
  }
  return relief
}

/**
 * Dark in the gaps, a little uneven from stitch to stitch, with the plies and the fibres of the yarn. `gap`: how light
 * the gaps are; pale wool lights its own.
 */
function toneOf(strand: Strand, place: Place, seed: number, gap: number): number {
  const { column, row, along, across, height } = strand
  const turn = along * 1.15 + across * 0.55
  const ply = Math.abs(Math.sin(Math.PI * turn)) ** 0.6 - 0.8
  const fibres = hills(turn * 6.5 + hash(column, row, 3) * 50, along * 3.2 - across * 1.4, 5)
  const depth = clamp((height + place.lift * 0.2 + 0.1) / 0.75)
  const uneven = 0.08 * (hash(column, row, seed) - 0.5) + 0.05 * hills(place.u / 9, place.v / 11, seed + 2)
  return (gap + (1 - gap) * depth) * (1 + 0.3 * ply + 0.3 * fibres + uneven)
}

function shade(height: Float32Array, i: number, width: number): number {
  const across = ((height[i + 1] ?? 0) - (height[i - 1] ?? 0)) / 2
  const down = ((height[i + width] ?? 0) - (height[i - width] ?? 0)) / 2
  const toSun = (sun[2] - across * sun[0] - down * sun[1]) / Math.sqrt(1 + across * across + down * down)
  return 0.3 + (0.7 * Math.max(0, toSun * 0.84 + 0.16)) / (sun[2] * 0.84 + 0.16)
}

import { hash } from '../drawing/noise.ts'
import type { Pattern } from './pattern.ts'

/** How many widths of a stitch a row is high. */
export const rowHeight = 0.78

/** What a look at one place of the knitting finds: the strand of yarn on top there. */
export interface Strand {
  /** About 0 where there is a gap, about 1 on top of the yarn. */
  height: number
  /** The stitch that the strand belongs to. */
  column: number
  row: number
  /** Place on the strand: along it in stitches, and across from -1 to 1. */
  along: number
  across: number
}

const gapHeight = -0.15

/** Finds the strand at `u` stitches to the right and `v` rows down; writes it into `strand`. */
export function lookAt(u: number, v: number, pattern: Pattern, strand: Strand): void {
  const column = Math.floor(u)
  const row = Math.floor(v)
  strand.height = gapHeight
  strand.column = column
  strand.row = row
  strand.along = v
  strand.across = 0
  for (let near = row - 1; near <= row + 1; near++) {
    const face = pattern.face(column, near)
    if (face === 'knit') lookAtKnit(u - column, near + 1 - v, column, near, strand)
    else if (face === 'purl') lookAtPurl(u - column, v - near, column, near, strand)
    else lookAtBead(u - column, v - near, column, near, strand)
  }
}

/** A knit stitch is a V: two leaf-shaped legs that come out at the bottom and slip under the next V at the top. */
function lookAtKnit(right: number, up: number, column: number, row: number, strand: Strand): void {
  if (up < -0.42 || up > 1.42) return
  const side = right < 0.5 ? -1 : 1
  const irregular = hash(column * 2 + side, row, 11) - 0.5
  const middle = 0.115 + 0.235 * up + irregular * 0.03
  const taper = 1 - 0.3 * (2 * up - 1) ** 2
  const half = 0.262 * taper * (1 + irregular * 0.1)
  const across = (Math.abs(right - 0.5) - middle) / half
  if (across < -1 || across > 1) return
  const height = Math.sqrt(1 - across * across) * (0.35 + 0.65 * taper) + 0.3 * (0.45 - up)
  keepHigher(strand, height, column, row, up, across * side)
}

/** A row of purl stitches is a wave: high bumps, and the dips that link them. */
function lookAtPurl(right: number, down: number, column: number, row: number, strand: Strand): void {
  const bump = 0.5 - 0.5 * Math.cos(2 * Math.PI * right)
  const middle = 0.7 - 0.36 * bump + (hash(column, row, 12) - 0.5) * 0.06
  const across = (down - middle) / (0.3 + 0.1 * bump)
  if (across < -1 || across > 1) return
  keepHigher(strand, Math.sqrt(1 - across * across) * (0.5 + 0.55 * bump), column, row, right * 1.4, across)
}

/** A bump alone, wide and round. */
function lookAtBead(right: number, down: number, column: number, row: number, strand: Strand): void {
  const irregular = hash(column, row, 13) - 0.5
  const side = (right - 0.5) / 0.6
  const across = (down - 0.5 - 0.14 * side * side) / (0.56 + irregular * 0.08)
  const off = across * across + side * side
  if (off > 1) return
  keepHigher(strand, Math.sqrt(1 - off) * 0.75 + 0.45, column, row, right * 1.2, across)
}

function keepHigher(strand: Strand, height: number, column: number, row: number, along: number, across: number): void {
  if (height <= strand.height) return
  strand.height = height
  strand.column = column
  strand.row = row
  strand.along = along
  strand.across = across
}

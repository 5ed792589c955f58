import type { Box } from './canvas.ts'
import type { Point } from './curve.ts'
import { clamp } from './noise.ts'

/** A shape on the canvas. */
export interface Region {
  readonly box: Box
  /** Pixels to the edge: negative inside, positive outside. */
  distance(x: number, y: number): number
  /** Pixels to the nearest edge where the fabric bends down; a cut does not count. */
  rim(x: number, y: number): number
}

/** A band along a line. */
export interface Ribbon extends Region {
  /** Pixels from the line: less than 0 to its left as one walks along it. */
  across(x: number, y: number): number
  /** Pixels walked from the line's start. */
  along(x: number, y: number): number
}

/** Distances are smooth, so they are worked out for one pixel of so many each way, and read between. */
const cell = 7
const margin = 72

/** The inside of a closed outline and `around` pixels more, which makes its corners round. */
export function outlineRegion(outline: readonly Point[], around = 0): Region {
  const box = boxAround(outline, around)
  const distance = sampled(box, (x, y) => distanceToOutline(outline, x, y) - around)
  return { box, distance, rim: distance }
}

/**
 * The band of `halfWidth` to both sides of a line; its ends are cut straight. `walkedBefore` is where `along` starts,
 * for the later part of a longer band.
 */
export function ribbonRegion(line: readonly Point[], halfWidth: number, walkedBefore = 0): Ribbon {
  const box = boxAround(line, halfWidth)
  const nearest: Nearest[] = []
  const rim = sampled(box, (x, y, i) => {
    const found = nearestOnLine(line, x, y)
    nearest[i] = found
    return Math.abs(found.across) - halfWidth
  })
  const across = sampled(box, (_x, _y, i) => nearest[i]?.across ?? 0)
  const along = sampled(box, (_x, _y, i) => (nearest[i]?.along ?? 0) + walkedBefore)
  const length = lengthOf(line)
  const distance: Field = (x, y) => {
    const walked = along(x, y) - walkedBefore
    return Math.max(rim(x, y), -walked, walked - length)
  }
  return { box, distance, rim, across, along }
}

function boxAround(points: readonly Point[], by: number): Box {
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  return {
    left: Math.min(...xs) - by,
    top: Math.min(...ys) - by,
    right: Math.max(...xs) + by,
    bottom: Math.max(...ys) + by,
  }
}

type Field = (x: number, y: number) => number

function sampled(box: Box, field: (x: number, y: number, i: number) => number): Field {
  const left = box.left - margin
  const top = box.top - margin
  const columns = Math.ceil((box.right + margin - left) / cell) + 2
  const rows = Math.ceil((box.bottom + margin - top) / cell) + 2
  const values = new Float32Array(columns * rows)
  for (let i = 0; i < values.length; i++) {
    values[i] = field(left + (i % columns) * cell, top + Math.floor(i / columns) * cell, i)
  }
  return (x, y) => {
    const column = clamp((x - left) / cell, 0, columns - 1.001)
    const row = clamp((y - top) / cell, 0, rows - 1.001)
    const i = Math.floor(row) * columns + Math.floor(column)
    const right = column % 1
    const upper = (values[i] ?? 0) * (1 - right) + (values[i + 1] ?? 0) * right
    const lower = (values[i + columns] ?? 0) * (1 - right) + (values[i + columns + 1] ?? 0) * right
    return upper + (lower - upper) * (row % 1)
  }
}

export function lengthOf(line: readonly Point[]): number {
  return line.reduce((sum, [x, y], i) => {
    const [fromX, fromY] = line[i - 1] ?? [x, y]
    return sum + Math.hypot(x - fromX, y - fromY)
  }, 0)
}

function distanceToOutline(outline: readonly Point[], x: number, y: number): number {
  let nearest = Number.POSITIVE_INFINITY
  let inside = false
  let [ax, ay] = outline.at(-1) ?? [0, 0]
  for (const [bx, by] of outline) {
    const dx = bx - ax
    const dy = by - ay
    const t = clamp(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1))
    nearest = Math.min(nearest, (x - ax - t * dx) ** 2 + (y - ay - t * dy) ** 2)
    if (ay > y !== by > y && x < ax + ((y - ay) / dy) * dx) inside = !inside
    ax = bx
    ay = by
  }
  return inside ? -Math.sqrt(nearest) : Math.sqrt(nearest)
}

interface Nearest {
  readonly across: number
  readonly along: number
}

/** The line goes on straight beyond both its ends. */
function nearestOnLine(line: readonly Point[], x: number, y: number): Nearest {
  let least = Number.POSITIVE_INFINITY
  let side = 0
  let along = 0
  let walked = 0
  let [ax, ay] = line[0] ?? [0, 0]
  for (let i = 1; i < line.length; i++) {
    const [bx, by] = line[i] ?? [ax, ay]
    const length = Math.sqrt((bx - ax) ** 2 + (by - ay) ** 2) || 1
    const dx = (bx - ax) / length
    const dy = (by - ay) / length
    const first = i === 1 ? -margin * 4 : 0
    const last = i + 1 === line.length ? length + margin * 4 : length
    const t = clamp((x - ax) * dx + (y - ay) * dy, first, last)
    const off = (x - ax - t * dx) ** 2 + (y - ay - t * dy) ** 2
    if (off < least) {
      least = off
      side = (y - ay) * dx - (x - ax) * dy
      along = walked + t
    }
    walked += length
    ax = bx
    ay = by
  }
  return { across: Math.sign(side) * Math.sqrt(least), along }
}

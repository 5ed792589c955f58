import type { Point } from '../drawing/curve.ts'
import { hills } from '../drawing/noise.ts'
import type { Ribbon } from '../drawing/region.ts'
import type { Place } from './pattern.ts'
import { rowHeight } from './stitch.ts'

/** Which stitch is at a pixel, and how many pixels the fabric stands up there. */
export type Weave = (x: number, y: number, place: Place) => void

/** Straight columns. `origin` is the corner of a stitch; `turn` in radians, clockwise. */
export function straight(origin: Point, gauge: number, turn = 0, fall: Weave = flat): Weave {
  const cos = Math.cos(turn)
  const sin = Math.sin(turn)
  return (x, y, place) => {
    fall(x, y, place)
    const right = x - origin[0]
    const down = y - origin[1]
    place.u = (right * cos + down * sin) / gauge
    place.v = (down * cos - right * sin) / gauge / rowHeight
  }
}

/** Columns that run along a band. */
export function lengthwise(ribbon: Ribbon, gauge: number, fall: Weave = flat): Weave {
  return (x, y, place) => {
    fall(x, y, place)
    place.u = ribbon.across(x, y) / gauge
    place.v = ribbon.along(x, y) / gauge / rowHeight
  }
}

/** Columns that run across a band, as in a neckline's ribbing. */
export function crosswise(ribbon: Ribbon, gauge: number): Weave {
  return (x, y, place) => {
    place.u = ribbon.along(x, y) / gauge
    place.v = ribbon.across(x, y) / gauge / rowHeight
    place.lift = 0
  }
}

const flat: Weave = (_x, _y, place) => {
  place.lift = 0
}

/** The soft folds of a piece that was laid down by hand; `height` in pixels. */
export function draped(height: number, seed: number): Weave {
  return (x, y, place) => {
    place.lift = height * (hills(x / 170 + y / 420, y / 260, seed) + 0.4 * hills(x / 74 - y / 190, y / 120, seed + 1))
  }
}

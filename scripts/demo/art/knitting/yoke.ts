import type { Point } from '../drawing/curve.ts'
import { mix, ramp } from '../drawing/noise.ts'
import { rowHeight } from './stitch.ts'
import type { Weave } from './weave.ts'

/**
 * Rings of rows around the neck that turn into straight rows further down, as a sweater is knitted from the top. Row 0
 * is `radius` pixels from `neck`.
 */
export function yoke(neck: Point, radius: number, gauge: number, fall: Weave): Weave {
  return (x, y, place) => {
    fall(x, y, place)
    const right = x - neck[0]
    const down = y - neck[1]
    const from = Math.hypot(right * 0.94, down)
    const straight = ramp(radius * 0.95, radius * 1.9, from)
    place.u = mix(Math.atan2(right, down) * radius * 0.92, right, straight) / gauge
    place.v = (mix(from, down, straight) - radius) / gauge / rowHeight
  }
}

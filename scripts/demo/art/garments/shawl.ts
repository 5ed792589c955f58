import type { Canvas } from '../drawing/canvas.ts'
import type { Light } from '../drawing/color.ts'
import { type Point, smoothLine } from '../drawing/curve.ts'
import { outlineRegion } from '../drawing/region.ts'
import { layFabric } from '../knitting/fabric.ts'
import { paintFringe } from '../knitting/fringe.ts'
import type { Pattern } from '../knitting/pattern.ts'
import { rowHeight } from '../knitting/stitch.ts'
import { draped, type Weave } from '../knitting/weave.ts'
import type { Yarn } from '../knitting/yarn.ts'
import { resting } from '../studio.ts'

export interface ShawlLook {
  readonly pattern: Pattern
  /** Rows are counted from the two lower edges, less than 0 above them. */
  readonly yarn: Yarn
  readonly tassel: Light
  readonly gauge: number
  readonly seed: number
}

const middle = 480
const tip: Point = [middle, 880]
const corner: Point = [62, 330]

/** A triangle laid flat; its rows run along the two lower edges and meet in the middle. */
export function paintShawl(canvas: Canvas, look: ShawlLook): void {
  const { pattern, yarn, gauge, seed } = look
  const left = smoothLine([[middle, 292], [270, 300], corner])
  const edge = smoothLine([corner, [270, 622], tip])
  const half = [...left, ...edge]
  const region = outlineRegion([...half, ...half.toReversed().map(([x, y]): Point => [2 * middle - x, y])], 8)
  for (const [x, y] of [corner, tip, [2 * middle - corner[0], corner[1]]] as const) {
    paintFringe(
      canvas,
      [
        [x - 15, y + 4],
        [x + 15, y + 4],
      ],
      120,
      16,
      look.tassel,
    )
  }
  layFabric(canvas, { region, weave: meeting(gauge, draped(30, seed)), pattern, yarn, gauge, seed }, resting)
}

function meeting(gauge: number, fall: Weave): Weave {
  const slope = Math.atan2(tip[1] - corner[1], tip[0] - corner[0])
  const cos = Math.cos(slope)
  const sin = Math.sin(slope)
  return (x, y, place) => {
    fall(x, y, place)
    const right = middle - Math.abs(x - middle) - corner[0]
    const down = y - corner[1]
    place.u = (right * cos + down * sin) / gauge
    place.v = (down * cos - right * sin) / gauge / rowHeight
    place.lift -= 8 * Math.exp(-(((x - middle) / 7) ** 2))
  }
}

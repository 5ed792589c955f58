import type { Light } from '../drawing/color.ts'
import type { Pattern } from '../knitting/pattern.ts'
import type { Yarn } from '../knitting/yarn.ts'

export interface ScarfLook {
  readonly pattern: Pattern
  readonly yarn: Yarn
  readonly fringe: Light
  /** Width of a stitch in pixels. */
  readonly gauge: number
  readonly seed: number
}

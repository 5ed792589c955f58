import type { Light } from '../color.ts'
import type { Pattern } from '../pattern.ts'
import type { Yarn } from '../yarn.ts'

export interface ScarfLook {
  readonly pattern: Pattern
  readonly yarn: Yarn
  readonly fringe: Light
  /** Width of a stitch in pixels. */
  readonly gauge: number
  readonly seed: number
}

import type { NamedTest } from '../test-titles.ts'

/** A regular expression that may need more than linear time, because its input is never long. */
export interface RegularExpressionException {
  /** `/source/flags`; for one that is put together from variables, its file. */
  readonly pattern: string
  /** How long its input can be, and what refuses or cuts longer input. */
  readonly lengthCap: string
  /** Fails when longer input reaches the pattern. */
  readonly test: NamedTest
}

export const exceptions: readonly RegularExpressionException[] = []

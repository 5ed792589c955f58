import type { NamedTest } from '../test-titles.ts'

/** A regular expression that may need more than linear time because its input is short. */
export interface RegularExpressionException {
  /** `/source/flags`; for an expression built from variables, its file. */
  readonly pattern: string
  /** The maximum length of its input, and the code that refuses or cuts longer input. */
  readonly lengthCap: string
  /** The test that fails if longer input reaches the pattern. */
  readonly test: NamedTest
}

export const exceptions: readonly RegularExpressionException[] = []

import * as fc from 'fast-check'

import { RawClient } from './raw-client.ts'
import type { TimedRequest } from './raw-client.ts'

export interface CaseOptions {
  readonly port: number
  readonly seed: number
  readonly cases: number
  /** How many cases are under way at once, each lane over a connection of its own. */
  readonly lanes: number
  readonly observe?: (asked: TimedRequest) => void
}

/** How long a failing case may be made smaller, in milliseconds; one that hangs takes ten seconds each time. */
const shrinkingMs = 60_000

/** Tries a property with many cases. Rejects with the smallest case found that breaks it and the seed that leads to it. */
export async function runCases<T>(
  { port, seed, cases, lanes, observe }: CaseOptions,
  arbitrary: fc.Arbitrary<T>,
  check: (one: T, client: RawClient) => Promise<void>,
): Promise<void> {
  const lane = async (number: number) => {
    using client = new RawClient(port, observe)
    let shrinkUntil = Infinity
    const property = fc.asyncProperty(arbitrary, async (one) => {
      if (performance.now() > shrinkUntil) return
      try {
        await check(one, client)
      } catch (error) {
        if (shrinkUntil === Infinity) shrinkUntil = performance.now() + shrinkingMs
        throw error
      }
    })
    await fc.assert(property, { seed: seed + number, numRuns: Math.ceil(cases / lanes) })
  }
  await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)))
}

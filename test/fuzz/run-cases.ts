import * as fc from 'fast-check'

import { RawClient, type TimedRequest } from './raw-client.ts'

export interface CaseOptions {
  readonly port: number
  readonly seed: number
  readonly cases: number
  /** The number of concurrent connections, each with its own cases. */
  readonly concurrency: number
  readonly observe?: (asked: TimedRequest) => void
}

/** Time limit for shrinking a failing case; one that hangs takes ten seconds each time. */
const shrinkingMs = 60_000

/** Checks many cases. Rejects with the smallest failing case and its seed. */
export async function runCases<T>(
  { port, seed, cases, concurrency, observe }: CaseOptions,
  arbitrary: fc.Arbitrary<T>,
  check: (one: T, client: RawClient) => Promise<void>,
): Promise<void> {
  const runConnection = async (number: number) => {
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
    await fc.assert(property, { seed: seed + number, numRuns: Math.ceil(cases / concurrency) })
  }
  await Promise.all(Array.from({ length: concurrency }, (_, number) => runConnection(number)))
}

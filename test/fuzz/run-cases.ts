import assert from 'node:assert/strict'

import * as fc from 'fast-check'

import { RawClient, type RawRequest } from './raw-client.ts'

export interface CaseOptions {
  readonly port: number
  readonly seed: number
  readonly cases: number
  /** The number of concurrent connections, each with its own cases. */
  readonly concurrency: number
}

/** Time limit for shrinking a failing case; one that hangs takes ten seconds each time. */
const shrinkingMs = 60_000

/** Time limit of each answer. */
const answerMs = 500

/** A request that is slow by itself is slow each time; one that waited for a busy machine is not. */
const repeats = 10

/** Checks many cases, and that none takes long. Rejects with the smallest failing case and its seed, or with a slow request. */
export async function runCases<T>(
  { port, seed, cases, concurrency }: CaseOptions,
  arbitrary: fc.Arbitrary<T>,
  check: (one: T, client: RawClient) => Promise<void>,
): Promise<void> {
  const slow: RawRequest[] = []
  const runConnection = async (number: number) => {
    using client = new RawClient(port, ({ request, tookMs }) => tookMs > answerMs && slow.push(request))
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
  for (const request of slow) await assertQuick(port, request)
}

/** Sends a request alone, a few times: the best time must be within the limit. */
async function assertQuick(port: number, request: RawRequest): Promise<void> {
  const times: number[] = []
  using client = new RawClient(port, ({ tookMs }) => times.push(tookMs))
  for (let repeat = 0; repeat < repeats; repeat++) await client.send(request)
  const { method, target, body } = request
  assert.ok(
    Math.min(...times) <= answerMs,
    `slow: ${method} ${target} ${body?.toString('utf8', 0, 200) ?? ''}: ${times.join(', ')} ms`,
  )
}

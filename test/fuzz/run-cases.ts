import assert from 'node:assert/strict'

import * as fc from 'fast-check'

import { coreTimeMs } from '../kit/core-time.ts'
import { RawClient, type RawRequest } from './raw-client.ts'

export interface CaseOptions {
  readonly port: number
  /** The process that answers. */
  readonly pid: number
  readonly seed: number
  readonly cases: number
  /** The number of concurrent connections, each with its own cases. */
  readonly concurrency: number
}

/** Time limit for shrinking a failing case; one that hangs takes ten seconds each time. */
const shrinkingMs = 60_000

/** How long an answer may keep the main thread of the shop busy. */
const busyMs = 500

/** A request that takes long by itself takes long each time; one that met a garbage collection does not. */
const repeats = 3

/**
 * Checks many cases, and that none keeps the shop busy for long. Rejects with the smallest failing case and its seed, or with a slow
 * request.
 */
export async function runCases<T>(
  { port, pid, seed, cases, concurrency }: CaseOptions,
  arbitrary: fc.Arbitrary<T>,
  check: (one: T, client: RawClient) => Promise<void>,
): Promise<void> {
  const slow: RawRequest[] = [] // Or they waited for others, or for a busy machine.
  const runConnection = async (number: number) => {
    using client = new RawClient(port, ({ request, tookMs }) => tookMs > busyMs && slow.push(request))
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
  for (const request of slow) await assertQuick({ port, pid }, request)
}

/** Sends a request alone, a few times: the best time must be within the limit. */
async function assertQuick({ port, pid }: Pick<CaseOptions, 'port' | 'pid'>, request: RawRequest): Promise<void> {
  const times: number[] = []
  using client = new RawClient(port)
  for (let repeat = 0; repeat < repeats; repeat++) {
    const before = coreTimeMs(pid)
    await client.send(request)
    times.push(coreTimeMs(pid) - before)
  }
  const { method, target, body } = request
  assert.ok(
    Math.min(...times) <= busyMs,
    `slow: ${method} ${target} ${body?.toString('utf8', 0, 200) ?? ''}: ${times.join(', ')} ms`,
  )
}

import { cpus } from 'node:os'
import { setTimeout } from 'node:timers/promises'

/** A machine counts as quiet when all of its cores together are idle for this share of the time. */
const idleThreshold = 0.93
const sampleMs = 300
/** `BENCH_PATIENCE_SECONDS`, for whoever works on the bench itself. */
let remainingWaitMs = Number(process.env['BENCH_PATIENCE_SECONDS'] ?? 600) * 1000
let noisyRounds = 0

/** Waits until nobody else uses the machine much; in one run for so long altogether, by default ten minutes, then goes on all the same. */
export async function waitForIdleMachine(): Promise<void> {
  for (;;) {
    if ((await idleShare()) >= idleThreshold) return
    if (remainingWaitMs <= 0) break
    remainingWaitMs -= sampleMs
  }
  noisyRounds++
}

/** How many rounds began on a machine that others used. */
export function describeNoise(): string {
  return noisyRounds === 0 ? 'the machine was quiet' : `${noisyRounds} rounds began while others used the machine`
}

async function idleShare(): Promise<number> {
  const before = times()
  await setTimeout(sampleMs)
  const after = times()
  return (after.idle - before.idle) / (after.all - before.all)
}

function times(): { idle: number; all: number } {
  const all = cpus().map(({ times: { user, nice, sys, irq, idle } }) => ({ idle, all: user + nice + sys + irq + idle }))
  return all.reduce((total, core) => ({ idle: total.idle + core.idle, all: total.all + core.all }))
}

import { cpus } from 'node:os'
import { setTimeout } from 'node:timers/promises'

/** The machine counts as idle if all its cores together are idle for this share of the time. */
const idleThreshold = 0.93
const sampleMs = 300
/** Set `BENCH_MAX_WAIT_SECONDS` to wait for less time while working on the benchmarks. */
let remainingWaitMs = Number(process.env['BENCH_MAX_WAIT_SECONDS'] ?? 600) * 1000
let rounds = 0
let noisyRounds = 0

/** Waits until the machine is idle. All waits of a run together take at most ten minutes by default; then it returns at once. */
export async function waitForIdleMachine(): Promise<void> {
  rounds++
  for (;;) {
    if ((await idleShare()) >= idleThreshold) return
    if (remainingWaitMs <= 0) break
    remainingWaitMs -= sampleMs
  }
  noisyRounds++
}

/** How many rounds started on a busy machine. Those that take long do not wait for an idle one. */
export function describeNoise(): string {
  if (rounds === 0) return 'no round waited for an idle machine'
  return noisyRounds === 0 ? 'the machine was idle' : `${noisyRounds} rounds started on a busy machine`
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

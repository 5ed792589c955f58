import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** When the event loop was held up, in milliseconds since 1970. */
export interface HoldUp {
  readonly from: number
  readonly to: number
  /** How long the main thread computed meanwhile, in milliseconds; the rest it waited, for a disk or for a core. */
  readonly computedMs: number
}

/** What the event loop of a process was like since it was last asked. */
export interface EventLoopReport {
  readonly p999Ms: number
  readonly maxMs: number
  readonly holdUps: readonly HoldUp[]
}

/** Hold-ups shorter than this are not told one by one. */
const toldFromMs = 25
const everyMs = 5

/**
 * Loaded into the process that is measured, by `--import`: writes a report into the file of `BENCH_EVENT_LOOP_FILE` at each
 * SIGUSR2, and begins anew.
 */
function watchEventLoop(file: string): void {
  const histogram = monitorEventLoopDelay({ resolution: everyMs })
  histogram.enable()
  let holdUps: HoldUp[] = []
  let last = look()
  setInterval(() => {
    const now = look()
    const computedMs = now.computedMs - last.computedMs
    if (now.at - last.at - everyMs > toldFromMs) holdUps.push({ from: last.at, to: now.at, computedMs })
    last = now
  }, everyMs).unref()
  process.on('SIGUSR2', () => {
    const [p999Ms, maxMs] = [histogram.percentile(99.9) / 1e6, histogram.max / 1e6]
    writeFileSync(file, JSON.stringify({ p999Ms, maxMs, holdUps } satisfies EventLoopReport))
    histogram.reset()
    holdUps = []
  })
}

function look() {
  const { user, system } = process.threadCpuUsage()
  return { at: performance.timeOrigin + performance.now(), computedMs: (user + system) / 1_000 }
}

const file = process.env['BENCH_EVENT_LOOP_FILE']
if (file !== undefined) watchEventLoop(file)

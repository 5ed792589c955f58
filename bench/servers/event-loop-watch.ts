import { existsSync, readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** A delay of the event loop. Times are in milliseconds since 1970. */
export interface LoopDelay {
  readonly from: number
  readonly to: number
  /** The part in which the main thread computed or waited for a disk. In the rest it waited for a core. */
  readonly ownMs: number
}

/** The delays of a process's event loop since the last report. */
export interface EventLoopReport {
  readonly p999Ms: number
  readonly maxMs: number
  readonly delays: readonly LoopDelay[]
}

/** Shorter delays are not listed. */
export const minReportedMs = 25
const everyMs = 5

/** Loaded into the measured process with `--import`. At each message it sends a report and starts a new one. */
function watchEventLoop(): void {
  const histogram = monitorEventLoopDelay({ resolution: everyMs })
  histogram.enable()
  let delays: LoopDelay[] = []
  let last = readClock()
  setInterval(() => {
    const now = readClock()
    const tookMs = now.at - last.at - everyMs
    const ownMs = Math.max(0, tookMs - (now.queuedMs - last.queuedMs))
    if (tookMs > minReportedMs) delays.push({ from: last.at, to: now.at, ownMs })
    last = now
  }, everyMs).unref()
  process.on('message', () => {
    const [p999Ms, maxMs] = [histogram.percentile(99.9) / 1e6, histogram.max / 1e6]
    process.send?.({ p999Ms, maxMs, delays } satisfies EventLoopReport)
    histogram.reset()
    delays = []
  })
}

/** Where Linux reports how long a runnable thread has waited for a core (proc_pid_schedstat(5)). */
const schedule = '/proc/thread-self/schedstat'
const hasSchedule = existsSync(schedule)

function readClock() {
  const queuedMs = hasSchedule ? Number(readFileSync(schedule, 'utf8').split(' ')[1]) / 1e6 : 0
  return { at: performance.timeOrigin + performance.now(), queuedMs }
}

if (process.channel !== undefined) watchEventLoop()

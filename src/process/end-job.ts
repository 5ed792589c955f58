import { dayOf, type Day } from '../domain/day.ts'
import type { Log } from '../log.ts'
import type { ClockCheck } from './clock-check.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Ends what has ended before this day; resolves with how many things that were. */
export type End = (today: Day) => Promise<number>

export interface EndJobOptions {
  /** By the name of what ends, for the log. */
  readonly ends: Readonly<Record<string, End>>
  readonly distrustClock: ClockCheck
  readonly log: Log
}

/**
 * Ends things that end by themselves: at the start, within a minute of midnight, and every hour, if the clock can be trusted.
 * Each is an ordinary change that names the version which it ends, so that of several processes one makes it. Does not keep
 * the process alive.
 */
export function startEndJob({ ends, distrustClock, log }: EndJobOptions): AsyncDisposable {
  let last: { readonly day: Day; readonly at: number } | undefined
  let running: Promise<void> = Promise.resolve()
  let isStopped = false

  const endAll = async (today: Day) => {
    const distrust = distrustClock()
    if (distrust !== undefined) return log.warn({ reason: distrust }, 'nothing ends by itself')
    for (const [what, end] of Object.entries(ends)) {
      if (isStopped) return undefined
      try {
        const count = await end(today)
        if (count > 0) log.info({ count, what }, 'ended by itself')
      } catch (error) {
        log.error(
          { err: error, what },
          'what should have ended by itself could not be changed; next attempt in an hour',
        )
      }
    }
  }
  const endIfDue = () => {
    const day = dayOf(new Date())
    const at = performance.now()
    if (last?.day === day && at - last.at < hourMs) return
    last = { day, at }
    running = running.then(() => endAll(day))
  }

  endIfDue()
  const timer = setInterval(endIfDue, minuteMs).unref()
  return {
    async [Symbol.asyncDispose]() {
      isStopped = true
      clearInterval(timer)
      await running
    },
  }
}

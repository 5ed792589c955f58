import { statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'

const hourMs = 3_600_000

/** A clock may be corrected by this much, and a machine may sleep for this long, without anything being held up. */
const toleratedMs = hourMs

/** A shop that was off for longer than this is not told from one whose clock jumped meanwhile. */
const longestPauseMs = 14 * 24 * hourMs

/** What the clock says is believed again once it has gone on evenly for so long. */
const steadyMs = 24 * hourMs

/**
 * Says why nothing may be purged now, in words for the log; `undefined` when the clock is to be believed. What was
 * removed is deleted for good after thirty days: a clock that jumps a month ahead would delete all of it at once.
 */
export type DistrustClock = () => string | undefined

export interface ClockCheckOptions {
  /** When the shop was last known to run; `undefined` when that is not known. */
  readonly lastSeen?: Date | undefined
  /** Called with each time that is believed. */
  readonly note?: (time: Date) => void
  /** The clock on the wall, in milliseconds. */
  readonly now?: () => number
  /** A clock that never jumps, in milliseconds. */
  readonly monotonic?: () => number
}

/** Compares the clock with a monotonic one, and at the start with when the shop was last known to run. */
export function createClockCheck(options: ClockCheckOptions = {}): DistrustClock {
  const { lastSeen, note, now = Date.now, monotonic = () => performance.now() } = options
  const offset = () => now() - monotonic()
  let expected = offset()
  let steadySince = lastSeen !== undefined && now() - lastSeen.getTime() > longestPauseMs ? monotonic() : -Infinity
  return () => {
    if (Math.abs(offset() - expected) > toleratedMs) {
      expected = offset()
      steadySince = monotonic()
    }
    const missingMs = steadySince + steadyMs - monotonic()
    if (missingMs > 0) {
      const hours = Math.ceil(missingMs / hourMs)
      return `the clock jumped, or the shop was off for weeks: nothing is purged for ${hours} more hours`
    }
    note?.(new Date(now()))
    return undefined
  }
}

/**
 * The file that keeps a time: it is always there, and nothing else ever writes it. What the shop writes otherwise has
 * the times of a clock that may have jumped.
 */
function timeFile(folder: string): string {
  return join(folder, 'shop.lock')
}

/** The time that was last believed in a data folder; `undefined` when the folder is new. */
export function lastBelieved(folder: string): Date | undefined {
  return statSync(timeFile(folder), { throwIfNoEntry: false })?.mtime
}

/** Has {@link lastBelieved} tell it. */
export function noteBelieved(folder: string): (time: Date) => void {
  return (time) => utimesSync(timeFile(folder), time, time)
}

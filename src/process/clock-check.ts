import { statSync, utimesSync } from 'node:fs'
import { uptime } from 'node:os'
import { join } from 'node:path'

import { storageFailures } from '@stockinette/sqlite/errors.ts'

import type { Log } from '../log.ts'

const hourMs = 3_600_000

/** Corrections of the clock are ignored up to this duration. */
const toleratedMs = hourMs

/** If the shop was off for longer than this, the clock may have jumped in the meantime. */
const longestPauseMs = 14 * 24 * hourMs

/** The clock is trusted again after running evenly for this long. */
const steadyMs = 24 * hourMs

/**
 * Returns why the clock cannot be trusted, for the log; `undefined` when it can. Removed items are deleted for good after
 * thirty days, so a clock that jumps a month ahead would delete all of them at once.
 */
export type ClockCheck = () => string | undefined

export interface ClockCheckOptions {
  /** When the shop last ran; `undefined` when that is not known. */
  readonly lastSeen?: Date | undefined
  /** Called with the time whenever the clock is trusted. It must not throw. */
  readonly note?: (time: Date) => void
  /** The wall clock, in milliseconds. */
  readonly now?: () => number
  /** A monotonic clock that goes on while the machine sleeps, in milliseconds; by default the time since it was started. */
  readonly monotonic?: () => number
}

/** Compares the wall clock with the monotonic clock and, at the start, with the time when the shop last ran. */
export function createClockCheck(options: ClockCheckOptions = {}): ClockCheck {
  const { lastSeen, note, now = Date.now, monotonic = () => uptime() * 1_000 } = options
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

/** Warns when the clock was set back while the shop was off. A jump while it runs is in the reason of each skipped purge. */
export function warnOfSetBack(lastSeen: Date | undefined, log: Log, now = new Date()): void {
  if (lastSeen === undefined || lastSeen.getTime() - now.getTime() <= toleratedMs) return
  log.warn(
    { now, lastSeen },
    'the clock is earlier than when the shop last ran: new pieces, sign-ins and backups get wrong times. Set the clock of this machine.',
  )
}

/**
 * The file whose modification time is the time when the shop last ran. It always exists, and nothing else writes to it:
 * other files get their times from a clock that may have jumped.
 */
function timeFile(folder: string): string {
  return join(folder, 'shop.lock')
}

/** When a shop last ran on this data folder with a trusted clock; `undefined` when the folder is new. */
export function readLastSeen(folder: string): Date | undefined {
  return statSync(timeFile(folder), { throwIfNoEntry: false })?.mtime
}

/** Returns a function that stores the time for {@link readLastSeen}, and never throws: without it, the next start knows less. */
export function createLastSeenWriter(folder: string): (time: Date) => void {
  return (time) => {
    try {
      utimesSync(timeFile(folder), time, time)
    } catch (error) {
      storageFailures.publish(error)
    }
  }
}

import { rmSync, statSync, utimesSync } from 'node:fs'
import { uptime } from 'node:os'
import { join } from 'node:path'

import { storageFailures } from '@stockinette/sqlite/errors.ts'
import { createPrivateFile } from '@stockinette/sqlite/files.ts'

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

/** What a shop remembers of its clock when it restarts. Its functions must not throw. */
export interface ClockRecord {
  /** When the shop last ran with a trusted clock; `undefined` when that is not known. */
  readonly lastSeen?: Date | undefined
  /** Since when the clock has not been trusted, as it says itself; `undefined` when it is trusted. */
  readonly distrustedSince?: Date | undefined
  /** Called with the time whenever the clock is trusted. */
  readonly trust?: (time: Date) => void
  /** Called with the time whenever a day without trust begins. */
  readonly distrust?: (time: Date) => void
}

export interface ClockCheckOptions extends ClockRecord {
  /** The wall clock, in milliseconds. */
  readonly now?: () => number
  /** A monotonic clock that goes on while the machine sleeps, in milliseconds; by default the time since it was started. */
  readonly monotonic?: () => number
}

/**
 * Compares the wall clock with the monotonic clock and, at the start, with the time when the shop last ran. A shop that is
 * stopped every night never runs for a day: starts that agree about when the distrust began count as one run.
 */
export function createClockCheck(options: ClockCheckOptions = {}): ClockCheck {
  const { lastSeen, distrustedSince, trust, distrust, now = Date.now, monotonic = () => uptime() * 1_000 } = options
  const offset = () => now() - monotonic()
  let expected = offset()
  let steadySince = -Infinity
  const beginDay = () => {
    steadySince = monotonic()
    distrust?.(new Date(now()))
  }
  if (lastSeen !== undefined && now() - lastSeen.getTime() > longestPauseMs) {
    const distrustedMs = now() - (distrustedSince?.getTime() ?? NaN)
    if (distrustedMs >= 0 && distrustedMs <= longestPauseMs) steadySince = monotonic() - distrustedMs
    else beginDay()
  }
  return () => {
    if (Math.abs(offset() - expected) > toleratedMs) {
      expected = offset()
      beginDay()
    }
    const missingMs = steadySince + steadyMs - monotonic()
    if (missingMs > 0) {
      const hours = Math.ceil(missingMs / hourMs)
      return `the clock jumped, or the shop was off for weeks: nothing is purged for ${hours} more hours`
    }
    trust?.(new Date(now()))
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
 * What the shop of a data folder remembers of its clock, in the modification times of two files. If they cannot be written, the
 * next start knows less. Nothing else writes to them: other files get their times from a clock that may have jumped.
 */
export function openClockRecord(folder: string): ClockRecord {
  const seen = join(folder, 'shop.lock')
  const distrusted = join(folder, 'clock-distrusted')
  const attempt = (write: () => void) => {
    try {
      write()
    } catch (error) {
      storageFailures.publish(error)
    }
  }
  return {
    lastSeen: readTime(seen),
    distrustedSince: readTime(distrusted),
    trust: (time) =>
      attempt(() => {
        utimesSync(seen, time, time)
        rmSync(distrusted, { force: true })
      }),
    distrust: (time) =>
      attempt(() => {
        createPrivateFile(distrusted)
        utimesSync(distrusted, time, time)
      }),
  }
}

function readTime(file: string): Date | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mtime
}

import { restorableSince } from '../domain/item-state.ts'
import type { Log } from '../log.ts'
import type { ClockCheck } from '../process/clock-check.ts'
import type { Store } from './store.ts'

const hourMs = 3_600_000

/** A process in the cloud that nobody visits may be stopped after a quarter of an hour. */
const firstMs = 5 * 60_000

export interface PurgeJobOptions {
  readonly store: Pick<Store, 'purge'>
  readonly distrustClock: ClockCheck
  readonly log: Log
}

/**
 * Five minutes after the start and every hour, deletes items for good that were removed 30 days ago, if the clock can be
 * trusted. Does not keep the process alive.
 */
export function startPurgeJob({ store, distrustClock, log }: PurgeJobOptions): Disposable {
  const purge = async () => {
    try {
      const distrust = distrustClock()
      if (distrust !== undefined) return log.warn({ reason: distrust }, 'the purge of removed items is skipped')
      const items = await store.purge(restorableSince(new Date()))
      if (items > 0) log.info({ items }, 'removed items were purged')
    } catch (error) {
      log.error({ err: error }, 'the purge of removed items failed; next attempt in an hour')
    }
  }
  const first = setTimeout(purge, firstMs).unref()
  const timer = setInterval(purge, hourMs).unref()
  return {
    [Symbol.dispose]() {
      clearTimeout(first)
      clearInterval(timer)
    },
  }
}

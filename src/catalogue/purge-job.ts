import { restorableSince } from '../domain/item-state.ts'
import type { Log } from '../log.ts'
import type { ClockCheck } from '../process/clock-check.ts'
import type { Store } from './store.ts'

const hourMs = 3_600_000

export interface PurgeJobOptions {
  readonly store: Pick<Store, 'purge'>
  readonly distrustClock: ClockCheck
  readonly log: Log
}

/**
 * Every hour, makes what was removed long enough ago gone for good, if the clock is to be believed. Does not keep the
 * process alive.
 */
export function startPurgeJob({ store, distrustClock, log }: PurgeJobOptions): Disposable {
  const purge = async () => {
    try {
      const distrust = distrustClock()
      if (distrust !== undefined) return log.warn({ reason: distrust }, 'items that were removed are not purged')
      const items = await store.purge(restorableSince(new Date()))
      if (items > 0) log.info({ items }, 'items that were removed are gone for good')
    } catch (error) {
      log.error({ err: error }, 'items that were removed could not be purged, which is tried again in an hour')
    }
  }
  const timer = setInterval(purge, hourMs).unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

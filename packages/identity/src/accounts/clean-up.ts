import { setImmediate } from 'node:timers/promises'

import type { Codes } from '../action-codes/code-table.ts'
import type { Log } from '../log.ts'
import type { IdleAccount, IdleAccounts } from './idle-accounts.ts'

/** Removes what nobody will come back to. */
export interface CleanUp {
  /** Sweeps now and every hour, and does not keep the process alive for the next time. */
  start(): void
  /**
   * Removes all that can go now, and returns how many accounts went. Rejects with StorageUnavailableError, and
   * with an AbortError once `stop` was called; what is left goes the next time.
   */
  sweep(): Promise<number>
  /** Ends a sweep after its present batch, and comes no more. To be called before the storage is closed. */
  stop(): void
}

/** Says which of some accounts must stay although they are anonymous and not seen for long. */
export type IsInUse = (uids: readonly string[]) => ReadonlySet<string> | Promise<ReadonlySet<string>>

export interface CleanUpOptions {
  readonly idleAccounts: IdleAccounts
  /** Without it no account is removed. */
  readonly isInUse: IsInUse | undefined
  readonly codes: Codes
  readonly log: Log
  readonly now: () => Date
  /** Why nothing may be removed now, because of the clock; `undefined` when it may. */
  readonly distrustClock?: (() => string | undefined) | undefined
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const idleMs = 30 * dayMs

/** Of more than these, those that are not in use go sooner: no small shop has so many visitors who begin to add something. */
export const manyAnonymous = 10_000
const idleOfManyMs = 2 * dayMs

/** So few that keeping it takes longer than removing them; whatever waits has its turn before the next ones. */
const batchSize = 25

/**
 * - Codes that expired a week ago.
 * - Anonymous accounts that the application does not use and that were not seen for thirty days, or for two while there
 *   are very many. "Seen" is a sign-in or a new ID token, which a client in use asks for every hour. An account that can
 *   be signed in to again, by any means, never goes, and neither does one that was ever found to be in use.
 */
export function createCleanUp(options: CleanUpOptions): CleanUp {
  const { idleAccounts, isInUse, codes, log, now, distrustClock } = options
  const stopped = new AbortController()
  const inBatches = async (removeSome: () => boolean | Promise<boolean>): Promise<void> => {
    while (await removeSome()) await setImmediate(undefined, { signal: stopped.signal })
  }
  const removeIdle = async (findInUse: IsInUse): Promise<number> => {
    const before = new Date(now().getTime() - (idleAccounts.hasMoreThan(manyAnonymous) ? idleOfManyMs : idleMs))
    let removed = 0
    let last: IdleAccount | undefined
    await inBatches(async () => {
      const batch = idleAccounts.list(before, batchSize, last)
      const inUse = await findInUse(batch.map(({ uid }) => uid))
      stopped.signal.throwIfAborted()
      removed += idleAccounts.remove(batch, inUse)
      last = batch.at(-1)
      return batch.length === batchSize
    })
    return removed
  }
  const sweepNow = async (): Promise<number> => {
    const accounts = isInUse === undefined ? 0 : await removeIdle(isInUse)
    await inBatches(() => codes.removeOld(batchSize))
    return accounts
  }
  let sweeping: Promise<number> | undefined
  const sweep = (): Promise<number> => (sweeping ??= sweepNow().finally(() => (sweeping = undefined)))
  const sweepByItself = async (): Promise<void> => {
    try {
      const distrust = distrustClock?.()
      if (distrust !== undefined) return log.warn({ reason: distrust }, 'idle accounts are not removed')
      const accounts = await sweep()
      if (accounts > 0) log.info({ accounts }, 'anonymous accounts that were not in use are removed')
    } catch (error) {
      if (!stopped.signal.aborted) log.error({ err: error }, 'housekeeping failed, and is tried again in an hour')
    }
  }
  let timer: NodeJS.Timeout | undefined
  return {
    start() {
      timer = setInterval(sweepByItself, hourMs).unref()
      void sweepByItself()
    },
    sweep,
    stop() {
      stopped.abort()
      clearInterval(timer)
    },
  }
}

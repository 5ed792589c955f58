import { setImmediate } from 'node:timers/promises'

import type { Codes } from '../action-codes/code-table.ts'
import type { Log } from '../log.ts'
import type { IdleAccount, IdleAccounts } from './idle-accounts.ts'

/** Deletes expired codes and idle accounts. */
export interface CleanUp {
  /** Runs now and every hour. The timer does not keep the process alive. */
  start(): void
  /**
   * Runs once, and returns the number of deleted accounts. Rejects with StorageUnavailableError, and with an AbortError
   * after `stop`; the next run deletes the rest.
   */
  sweep(): Promise<number>
  /** Stops after the current batch, for good. Call it before closing the database. */
  stop(): void
}

/** Returns which of some idle anonymous accounts must stay. */
export type IsInUse = (uids: readonly string[]) => ReadonlySet<string> | Promise<ReadonlySet<string>>

export interface CleanUpOptions {
  readonly idleAccounts: IdleAccounts
  /** Without it no account is deleted. */
  readonly isInUse: IsInUse | undefined
  readonly codes: Codes
  readonly log: Log
  readonly now: () => Date
  /** Why the clock cannot be trusted, so that nothing is deleted; `undefined` if it can. */
  readonly distrustClock?: (() => string | undefined) | undefined
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const idleMs = 30 * dayMs

/** With more anonymous accounts than this, idle ones are deleted sooner. */
export const manyAnonymous = 10_000
const idleOfManyMs = 2 * dayMs

/** Small, so that other work runs between batches. The sync of a batch takes longer than its deletions. */
const batchSize = 25

/**
 * Deletes:
 *
 * - codes that expired a week ago;
 * - anonymous accounts that the application does not use and that were idle for thirty days, or for two days while there
 *   are very many. Idle means without a sign-in or a new ID token, which an active client requests every hour. An account
 *   that can be signed in to again is never deleted, nor is one that was in use once.
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

import type { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'

import { orStorageUnavailable } from '@stockinette/sqlite/errors.ts'

import type { Uses } from '../context.ts'
import type { Atomically } from '../storage/transaction.ts'

/** A row of the index by last use. */
export interface IdleAccount {
  readonly last_refresh_at: number
  readonly uid: string
}

/** Must be exactly the condition of the index `accounts_unclaimed`, or SQLite does not use the index. */
const unclaimed = 'email IS NULL AND phone_number IS NULL AND custom_auth = 0 AND is_kept = 0'

const firstAccount: IdleAccount = { last_refresh_at: -1, uid: '' }

/** Anonymous accounts that are not known to be in use. Every method throws StorageUnavailableError. */
export function createIdleAccounts(database: DatabaseSync, atomically: Atomically) {
  const keep = database.prepare('UPDATE accounts SET is_kept = 1 WHERE uid = :uid AND is_kept = 0')
  const findBeyond = database.prepare(`SELECT uid FROM accounts INDEXED BY accounts_unclaimed
    WHERE ${unclaimed} AND last_refresh_at > -1 ORDER BY last_refresh_at, uid LIMIT 1 OFFSET :count`)
  const listIdle = database.prepare(`SELECT last_refresh_at, uid FROM accounts INDEXED BY accounts_unclaimed
    WHERE ${unclaimed} AND (last_refresh_at, uid) > (:at, :after) AND last_refresh_at < :before
    ORDER BY last_refresh_at, uid LIMIT :atMost`)
  const remove = database.prepare(`DELETE FROM accounts WHERE uid = :uid AND last_refresh_at = :at AND ${unclaimed}
    AND NOT EXISTS (SELECT 1 FROM provider_links WHERE provider_links.uid = :uid)`)
  return {
    /** Whether there are more than `count` anonymous accounts, idle or not. */
    hasMoreThan: (count: number): boolean => orStorageUnavailable(() => findBeyond.get({ count })) !== undefined,
    /** Lists accounts that were last used before a time: at most `atMost` after `after`, least recently used first. */
    list: (before: Date, atMost: number, after = firstAccount): readonly IdleAccount[] =>
      orStorageUnavailable(() => {
        const from = { at: after.last_refresh_at, after: after.uid }
        return listIdle.all({ ...from, before: before.getTime(), atMost }) as unknown as IdleAccount[]
      }),
    /**
     * Deletes accounts that have not been used since they were listed.
     *
     * @param inUse are kept, and never listed again.
     * @returns the number of deleted accounts.
     */
    remove: (accounts: readonly IdleAccount[], inUse: ReadonlySet<string>): number =>
      atomically(() => {
        let removed = 0
        for (const { uid, last_refresh_at: at } of accounts) {
          if (inUse.has(uid)) keep.run({ uid })
          else removed += Number(remove.run({ uid, at }).changes)
        }
        return removed
      }),
  }
}

/** Returns which of some idle anonymous accounts must stay. */
export type IsInUse = (uids: readonly string[]) => ReadonlySet<string> | Promise<ReadonlySet<string>>

type Context = Uses<'accounts' | 'atomically' | 'codes' | 'log' | 'now'>

export interface CleanUpOptions {
  /** Called before idle anonymous accounts are deleted. Without it none is. */
  readonly isInUse?: IsInUse
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

/** As long as a link to recover such an address is valid. */
const formerMs = 30 * dayMs

/**
 * Deletes expired codes, former addresses and idle accounts:
 *
 * - codes that expired a week ago;
 * - verified addresses that an account lost thirty days ago;
 * - anonymous accounts that the application does not use and that were idle for thirty days, or for two days while there
 *   are very many. Idle means without a sign-in or a new ID token, which an active client requests every hour. An account
 *   that can be signed in to again is never deleted, nor is one that was in use once.
 */
export function createCleanUp(context: Context, database: DatabaseSync, { isInUse, distrustClock }: CleanUpOptions) {
  const { accounts, atomically, codes, log, now } = context
  const idleAccounts = createIdleAccounts(database, atomically)
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
    const removed = isInUse === undefined ? 0 : await removeIdle(isInUse)
    await inBatches(() => codes.removeOld(batchSize))
    const formerSince = new Date(now().getTime() - formerMs)
    await inBatches(() => accounts.forgetFormerAddresses(formerSince, batchSize))
    return removed
  }
  let sweeping: Promise<number> | undefined
  const sweep = (): Promise<number> => (sweeping ??= sweepNow().finally(() => (sweeping = undefined)))
  const sweepByItself = async (): Promise<void> => {
    try {
      const distrust = distrustClock?.()
      if (distrust !== undefined) return log.warn({ reason: distrust }, 'idle accounts are not removed')
      const removed = await sweep()
      if (removed > 0) log.info({ accounts: removed }, 'anonymous accounts that were not in use are removed')
    } catch (error) {
      if (!stopped.signal.aborted) log.error({ err: error }, 'housekeeping failed, and is tried again in an hour')
    }
  }
  let timer: NodeJS.Timeout | undefined
  return {
    /** Runs now and every hour. The timer does not keep the process alive. */
    start(): void {
      timer = setInterval(sweepByItself, hourMs).unref()
      void sweepByItself()
    },
    /**
     * Runs once, and returns the number of deleted accounts. Rejects with StorageUnavailableError, and with an AbortError
     * after `stop`; the next run deletes the rest.
     */
    sweep,
    /** Stops after the current batch, for good. Call it before closing the database. */
    stop(): void {
      stopped.abort()
      clearInterval(timer)
    },
  }
}

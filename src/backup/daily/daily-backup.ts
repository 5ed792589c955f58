import { setTimeout as wait } from 'node:timers/promises'

import type { Log } from '../../log.ts'
import type { ClockCheck } from '../../process/clock-check.ts'
import { BackupError } from '../backup-error.ts'
import { listBackups, newestUntil, toBackupTime } from '../backup-folder.ts'
import { type Backups, pruneBackups } from '../backups.ts'
import { untilIdle } from '../run-job.ts'
import type { BackupProblem, BackupStatus } from './backup-status.ts'

const dayMs = 86_400_000

const lostPhotos =
  'the shop does not have some of the photos that its pieces use, or not all files of them; what an earlier backup had is in this one, too'

export interface DailyBackupOptions {
  /** Checked: see `withCheck`. */
  readonly backups: Backups
  /** The absolute path of the backup folder. */
  readonly folder: string
  readonly keepDays: number
  readonly distrustClock: ClockCheck
  readonly log: Log
  /** Aborts a backup that is being made. */
  readonly signal: AbortSignal
}

/** When the job looks whether a backup is due. Tests change it. */
export const backupTimes = {
  /** After the start: a new process has other work first. */
  firstMs: 60_000,
  /** From then on. After a failure, this is the time until the next attempt. */
  nextMs: 3_600_000,
}

/**
 * Backs the shop up once a day while it runs. Does not keep the process alive. Disposal aborts a backup that is being made,
 * and waits until it has stopped.
 */
export function startBackupJob(options: Omit<DailyBackupOptions, 'signal'>) {
  const ended = new AbortController()
  const { signal } = ended
  const daily = new DailyBackup({ ...options, signal })
  const run = async () => {
    await daily.readFolder()
    for (let pauseMs = backupTimes.firstMs; !signal.aborted; pauseMs = backupTimes.nextMs) {
      await wait(pauseMs, undefined, { signal, ref: false }).catch(() => undefined) // Rejects only when it is disposed of.
      if (!signal.aborted) await daily.runIfDue()
    }
  }
  const running = run()
  return {
    status: () => daily.status(),
    async [Symbol.asyncDispose]() {
      ended.abort()
      await running
    },
  }
}

/**
 * Makes a backup once a day, checks it, and removes old ones. Whether one is due depends on the newest complete backup in
 * the folder, so restarts neither skip nor repeat one, and a backup made by hand counts.
 */
export class DailyBackup {
  readonly #options: DailyBackupOptions
  /** The last attempt of this process. */
  #last: { readonly at: Date; readonly problem: BackupProblem | undefined } | undefined
  #lastComplete: Date | undefined
  /** The newest complete one when old ones were removed last. */
  #prunedAfter: Date | undefined
  /** Whether an earlier process has begun a backup and did not complete it. */
  #wasInterrupted = false

  constructor(options: DailyBackupOptions) {
    this.#options = options
  }

  status(): BackupStatus {
    const lastComplete = this.#lastComplete
    const { at, problem } = this.#last ?? { at: lastComplete, problem: undefined }
    return { at, problem: problem ?? this.#findLateness(), lastComplete }
  }

  #findLateness(): BackupProblem | undefined {
    if (this.#lastComplete === undefined) return this.#wasInterrupted ? 'interrupted' : undefined
    return isOlder(this.#lastComplete, 2, new Date()) ? 'overdue' : undefined
  }

  /** Finds out how earlier backups went, for the status. */
  async readFolder(): Promise<void> {
    await this.#attempt(() => this.#look())
  }

  /**
   * Makes a backup if none is younger than a day, or the last attempt failed. Removes old backups once for each new one, which may
   * have been made by hand. Never rejects.
   */
  async runIfDue(): Promise<void> {
    await this.#attempt(async () => {
      await this.#backUpIfDue()
      if (this.#lastComplete?.getTime() !== this.#prunedAfter?.getTime()) await this.#prune()
    })
  }

  /** Runs a step. If it fails, that is the last result. */
  async #attempt(step: () => Promise<unknown>): Promise<void> {
    const { log, signal } = this.#options
    try {
      await step()
    } catch (error) {
      if (signal.aborted) return log.info('a backup was interrupted: the shop stops')
      const problem = error instanceof BackupError ? error.failure : 'failed'
      this.#last = { at: new Date(), problem }
      log.error({ err: error }, 'the backup failed; next attempt in an hour')
      // Old backups may be what fills the disk. Otherwise they stay until there is a new one.
      if (problem === 'disk-full') await this.#prune()
    }
  }

  /** Finds the newest complete backup. A failure is over when there is one since, such as one made by hand. */
  async #look(): Promise<void> {
    await untilIdle()
    const { complete, incomplete } = await listBackups(this.#options.folder)
    this.#lastComplete = toBackupTime(newestUntil(complete, new Date()) ?? '')
    this.#wasInterrupted = incomplete.length > 0
    if (this.#last?.problem && this.#lastComplete && this.#lastComplete > this.#last.at) this.#last = undefined
  }

  async #backUpIfDue(): Promise<void> {
    await this.#look()
    if (this.#last?.problem === undefined && !isOlder(this.#lastComplete, 1, new Date())) return
    const { backups, folder, log, signal } = this.#options
    const { path, ...counts } = await backups.make(folder, { signal })
    await this.#look()
    this.#last = { at: new Date(), problem: undefined }
    log.info({ path, ...counts }, 'the shop was backed up')
    if (counts.missingPhotos > 0) log.warn(lostPhotos)
  }

  async #prune(): Promise<void> {
    const { folder, keepDays, distrustClock, log } = this.#options
    this.#prunedAfter = this.#lastComplete
    const distrust = distrustClock()
    if (distrust !== undefined) return log.warn({ reason: distrust }, 'old backups were not removed')
    try {
      const removed = await pruneBackups(folder, keepDays, new Date())
      if (removed.length > 0) log.info({ removed }, 'old backups were removed')
    } catch (error) {
      log.error({ err: error }, 'old backups could not be removed')
    }
  }
}

/** Whether the newest backup is at least this many days old. If there is no backup, it is. */
export function isOlder(newest: Date | undefined, days: number, now: Date): boolean {
  return newest === undefined || now.getTime() - newest.getTime() >= days * dayMs
}

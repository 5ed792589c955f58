import { rm } from 'node:fs/promises'
import { join } from 'node:path'

import { BackupError } from './backup-error.ts'
import type { BackedUpShop, BackupSummary, CheckedBackup } from './jobs.ts'
import { manifestFile } from './manifest.ts'
import { runJob, type RunOptions } from './run-job.ts'
import { removeBackup } from './worker/prune.ts'

export type { BackupProgress, BackupSummary, CheckedBackup } from './jobs.ts'

export type Backups = ReturnType<typeof createBackups>

/** Makes backups of a shop while it reads and writes its data folder, which this process has locked. */
export function createBackups(shop: BackedUpShop) {
  return {
    /**
     * Makes a backup in a folder, which is created if missing, and stores photos that earlier backups in it have only once.
     * Backups are made one at a time.
     *
     * Rejects with BackupError, or with the reason of `signal`; what was unfinished is removed.
     */
    make: (folder: string, options?: RunOptions): Promise<BackupSummary> =>
      runJob({ name: 'make', input: { ...shop, folder } }, options),
  }
}

/**
 * The same backups, each of which is checked once it is made, and a call after each good one.
 *
 * A damaged backup becomes an incomplete one, or it would count as the newest. Its damaged photos are removed: the next
 * backup stores them again, as the shop still has each of them. Then `make` rejects with BackupError `damaged`. A backup that could
 * not be checked is removed, also when `signal` aborts the check.
 */
export function withCheck(backups: Backups, onGood?: () => void): Backups {
  return {
    async make(folder, options) {
      const summary = await backups.make(folder, options)
      const checked = await checkBackups(summary.path, options?.signal).catch(async (error: unknown) => {
        await removeBackup(summary.path)
        throw error
      })
      for (const { problems, damagedPhotos } of checked) {
        if (problems.length === 0) continue
        for (const file of [join(summary.path, manifestFile), ...damagedPhotos]) await rm(file, { force: true })
        throw new BackupError(problems.join(' '), { failure: 'damaged' })
      }
      onGood?.()
      return summary
    },
  }
}

/**
 * Checks every complete backup in a folder, oldest first, or the one that is named: the digest of each file, both databases, and
 * that the photos of all items are there.
 *
 * Rejects with BackupError when there is no complete backup, or with the reason of `signal`.
 */
export function checkBackups(folder: string, signal?: AbortSignal): Promise<readonly CheckedBackup[]> {
  return runJob({ name: 'check', input: { folder } }, { signal })
}

/**
 * Removes backups that began more than `keepDays` days ago, but never the newest complete one, then incomplete ones, and
 * then photo files that no backup names. A photo file is kept for a day in any case.
 *
 * @returns the paths of the removed backups.
 */
export function pruneBackups(folder: string, keepDays: number, now: Date): Promise<readonly string[]> {
  return runJob({ name: 'prune', input: { folder, keepDays, now } })
}

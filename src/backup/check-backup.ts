import type { CheckedBackup } from './jobs.ts'
import { runJob } from './run-job.ts'

export type { CheckedBackup } from './jobs.ts'

/**
 * Checks every complete backup in a folder, oldest first, or the one that is named: the digest of each file, both databases, and
 * that the photos of all items are there.
 *
 * Rejects with BackupError when there is no complete backup, or with the reason of `signal`.
 */
export function checkBackups(folder: string, signal?: AbortSignal): Promise<readonly CheckedBackup[]> {
  return runJob({ name: 'check', input: { folder } }, { signal })
}

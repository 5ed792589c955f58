import { runJob } from './run-job.ts'

/**
 * Removes backups that began more than `keepDays` days ago, but never the newest complete one, then incomplete ones, and
 * then photo files that no backup names. A photo file is kept for a day in any case.
 *
 * @returns the paths of the removed backups.
 */
export function pruneBackups(folder: string, keepDays: number, now: Date): Promise<readonly string[]> {
  return runJob({ name: 'prune', input: { folder, keepDays, now } })
}

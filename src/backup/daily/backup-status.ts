import type { BackupFailure } from '../backup-error.ts'

/**
 * Why the shop has no recent backup. Anyone can read it, so it has no path and no file name: the log has the reason.
 *
 * `overdue`: nothing failed, but the newest complete backup is more than two days old, for example because the shop is
 * restarted during each of them.
 */
export type BackupProblem = BackupFailure | 'overdue'

/** The result of the shop's own backups. */
export interface BackupStatus {
  /** When the last one ended, well or not; `undefined` before the first. */
  readonly at: Date | undefined
  readonly problem: BackupProblem | undefined
  /** When the newest complete backup began. */
  readonly lastComplete: Date | undefined
}

const descriptions: Readonly<Record<BackupProblem, string>> = {
  'disk-full': 'The disk of the backup folder is full.',
  'not-writable': 'The backup folder cannot be written to.',
  damaged: 'The last backup is damaged.',
  failed: 'The last backup failed: the log has the reason.',
  overdue: 'The last complete backup is more than two days old.',
}

/** The status in `/healthz`. `ok` is `null` before the first backup. */
export function toHealth({ at, problem }: BackupStatus) {
  const time = at?.toISOString() ?? null
  if (problem !== undefined) return { ok: false, at: time, problem: descriptions[problem] }
  return { ok: at === undefined ? null : true, at: time }
}

/** What owners get with their items when there is a problem; JSON. */
export interface BackupWarning {
  readonly problem: BackupProblem
  /** When the newest complete backup began, in ISO 8601. */
  readonly lastComplete: string | null
}

/** @returns `undefined` when there is no problem. */
export function toWarning({ problem, lastComplete }: BackupStatus): BackupWarning | undefined {
  return problem && { problem, lastComplete: lastComplete?.toISOString() ?? null }
}

import type { BackupFailure } from '../backup-error.ts'

/**
 * Why the shop has no recent backup. Anyone can read it, so it has no path and no file name: the log has the reason.
 *
 * `interrupted`: nothing failed, but the shop ended during each backup, and none is complete. `overdue`: nothing failed, but the
 * newest complete backup is more than two days old, for example because the shop is restarted during each of them.
 * `not-set-up`: the shop makes none.
 */
export type BackupProblem = BackupFailure | 'interrupted' | 'overdue' | 'not-set-up'

/** The result of the shop's own backups. */
export interface BackupStatus {
  /** When the last one ended, well or not; `undefined` before the first. */
  readonly at: Date | undefined
  readonly problem: BackupProblem | undefined
  /** When the newest complete backup began. */
  readonly lastComplete: Date | undefined
}

/** The status of a shop that makes no backups, although it could. */
export const notBackedUp: BackupStatus = { at: undefined, problem: 'not-set-up', lastComplete: undefined }

const descriptions: Readonly<Record<Exclude<BackupProblem, 'not-set-up'>, string>> = {
  'disk-full': 'The disk of the backup folder is full.',
  'not-writable': 'The backup folder cannot be written to.',
  damaged: 'The last backup is damaged.',
  failed: 'The last backup failed: the log has the reason.',
  interrupted: 'The last backup was interrupted, and there is no complete one.',
  overdue: 'The last complete backup is more than two days old.',
}

/** The status in `/healthz`: `ok` is `null` before the first backup. `undefined` for a shop that makes none. */
export function toHealth({ at, problem }: BackupStatus) {
  if (problem === 'not-set-up') return undefined
  const time = at?.toISOString() ?? null
  if (problem !== undefined) return { ok: false, at: time, problem: descriptions[problem] }
  return { ok: at === undefined ? null : true, at: time }
}

/** What owners get with their items; JSON. */
export interface BackupReport {
  /** Left out when the shop is backed up. */
  readonly problem?: BackupProblem
  /** When the newest complete backup began, in ISO 8601. */
  readonly lastComplete: string | null
}

export function toReport({ problem, lastComplete }: BackupStatus): BackupReport {
  return { ...(problem && { problem }), lastComplete: lastComplete?.toISOString() ?? null }
}

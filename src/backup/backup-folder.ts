import { existsSync, realpathSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'

import { isInside } from '@stockinette/sqlite/files.ts'

import { BackupError, toBackupError } from './backup-error.ts'
import { manifestFile } from './manifest.ts'

/** The folder in a backup folder that has the photo files of all its backups, named by their SHA-256. */
export const photosFolder = 'photos'

/** The name of a backup: the time when it began, without the colons, which Windows does not allow. */
export function toBackupName(startedAt: Date): string {
  return startedAt.toISOString().replaceAll(':', '')
}

const nameForm = /^(\d{4}-\d\d-\d\dT\d\d)(\d\d)(\d\d\.\d{3}Z)$/

/** When a backup began, by its name; `undefined` when it is not the name of a backup. */
export function toBackupTime(name: string): Date | undefined {
  const [matched, hour, minute, second] = nameForm.exec(name) ?? []
  return matched === undefined ? undefined : new Date(`${hour}:${minute}:${second}`)
}

/** A backup may be this much newer than the clock, which is corrected now and then. */
const toleratedMs = 3_600_000

/**
 * The newest of these backups, oldest first, that is not in the future. One that is was made while the clock was wrong, or
 * before it was set back: if it counted as the newest, no backup would be made until that time.
 */
export function newestUntil(names: readonly string[], now: Date): string | undefined {
  const latest = toBackupName(new Date(now.getTime() + toleratedMs))
  return names.findLast((name) => name <= latest)
}

/** Like {@link newestUntil}; if all of them are from the future, the last one. */
export function newestOf(names: readonly string[], now = new Date()): string | undefined {
  return newestUntil(names, now) ?? names.at(-1)
}

/** The backups in a folder, by name, oldest first. */
export interface FoundBackups {
  readonly folder: string
  readonly complete: readonly string[]
  readonly incomplete: readonly string[]
}

/**
 * Lists the backups in a folder. A folder that does not exist has none.
 *
 * @throws BackupError when it cannot be read.
 */
export async function listBackups(folder: string): Promise<FoundBackups> {
  try {
    const names = (await readdir(folder)).filter((name) => toBackupTime(name) !== undefined).toSorted()
    const isComplete = (name: string) => exists(join(folder, name, manifestFile))
    return { folder, complete: names.filter(isComplete), incomplete: names.filter((name) => !isComplete(name)) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { folder, complete: [], incomplete: [] }
    throw toBackupError(error, folder, 'reading')
  }
}

/** Throws when that cannot be found out: a backup on a disk that fails for a moment is not incomplete. */
function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined
}

/**
 * The complete backups in a backup folder, or the one that is named.
 *
 * @throws BackupError when there is no complete backup, or the folder cannot be read.
 */
export async function findBackups(path: string): Promise<FoundBackups> {
  const folder = resolve(path)
  const name = basename(folder)
  try {
    if (!exists(folder)) throw new BackupError(`There is no folder ${folder}. Name the folder with the backups.`)
    if (exists(join(folder, manifestFile))) return asOnlyBackup(realpathSync(folder))
  } catch (error) {
    throw toBackupError(error, folder, 'reading')
  }
  if (toBackupTime(name) !== undefined) {
    throw new BackupError(`${folder} is incomplete: the backup was interrupted. Use another one.`)
  }
  const found = await listBackups(folder)
  if (found.complete.length > 0) return found
  const only = found.incomplete.length > 0 ? `only incomplete backups: ${found.incomplete.join(', ')}` : 'no backup'
  throw new BackupError(`${folder} has ${only}. Name a folder with a complete backup.`)
}

/** @param path without links: its photos are next to it. */
function asOnlyBackup(path: string): FoundBackups {
  return { folder: dirname(path), complete: [basename(path)], incomplete: [] }
}

/** @throws BackupError when a folder cannot hold backups of a data folder. */
export function requireBackupFolder(folder: string, dataDir: string): void {
  if (isInside(realPathOf(folder), realPathOf(dataDir))) {
    throw new BackupError(
      `${folder} is in the data folder ${dataDir}, and would be lost with it. Choose a folder elsewhere, best on another disk.`,
    )
  }
  if (existsSync(join(folder, manifestFile))) {
    throw new BackupError(`${folder} is a backup itself. Name the folder above it.`)
  }
}

/** Without symbolic links, also if the last parts of the path do not exist. */
function realPathOf(path: string): string {
  const whole = resolve(path)
  if (existsSync(whole)) return realpathSync(whole)
  const parent = dirname(whole)
  return parent === whole ? whole : join(realPathOf(parent), basename(whole))
}

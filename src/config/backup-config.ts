import { relative, resolve, sep } from 'node:path'

import { ConfigError, must, read, type Environment } from './read.ts'

/** Settings for the shop's own daily backups. */
export interface BackupConfig {
  /** The absolute path of the folder with all backups. */
  readonly folder: string
  /** How many days backups are kept. */
  readonly keepDays: number
}

const longestDays = 3_650

/**
 * @param dataDir absolute.
 * @returns `undefined` when the shop makes no backups by itself.
 * @throws ConfigError for an invalid value, or when one of the two folders is inside the other: a backup would contain
 *   itself, and removing old backups could remove data.
 */
export function readBackupConfig(environment: Environment, dataDir: string): BackupConfig | undefined {
  const keepDays = read(environment, 'SHOP_BACKUP_KEEP', 14, parseDays)
  const folder = read(environment, 'SHOP_BACKUP_DIR', undefined, (path) => resolve(path))
  if (folder === undefined) return undefined
  if (isInside(folder, dataDir) || isInside(dataDir, folder)) {
    throw new ConfigError(
      `SHOP_BACKUP_DIR is "${folder}", but it must be outside of the data folder ${dataDir}, and must not contain it.`,
    )
  }
  return { folder, keepDays }
}

/** Whether a path is another one or in it. Both are absolute. */
function isInside(path: string, parent: string): boolean {
  const way = relative(parent, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && resolve(way) !== way
}

function parseDays(value: string): number {
  const days = /^\d+$/.test(value) ? Number(value) : 0
  return days >= 1 && days <= longestDays ? days : must(`a whole number of days from 1 to ${longestDays}`)
}

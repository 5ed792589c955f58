import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { writeDurably } from '@stockinette/sqlite/files.ts'

import type { Log } from '../log.ts'
import { databaseNames } from './databases.ts'

/** The file of the data folder that says which files on this machine its databases are. A copy has the text of the original. */
export const identityRecord = 'place.json'

/** Whether the data folder is a copy: restored, moved to another disk, or taken from another machine. `false` if no start has recorded its files. */
export function isCopy(dataDir: string): boolean {
  const recorded = readRecord(dataDir)
  return recorded !== undefined && recorded !== identify(dataDir)
}

/** Records the files of the databases, once everything has been opened. If that fails, the next start checks the folder again. */
export function recordIdentity(dataDir: string, log: Log): void {
  const record = identify(dataDir)
  try {
    if (readRecord(dataDir) !== record) writeDurably(join(dataDir, identityRecord), record)
  } catch (error) {
    log.warn({ err: error }, 'the files of the data folder could not be recorded')
  }
}

function readRecord(dataDir: string): string | undefined {
  const file = join(dataDir, identityRecord)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/**
 * Each database as the file system identifies it. A copy has other inodes, or, on another disk where they are the same by
 * chance, another time of creation. SQLite never replaces a file.
 */
function identify(dataDir: string): string {
  const identityOf = (name: string) => {
    const found = statSync(join(dataDir, name), { bigint: true, throwIfNoEntry: false })
    return found === undefined ? 'missing' : `inode ${found.ino}, created ${found.birthtimeNs}`
  }
  const identities = Object.fromEntries(databaseNames.map((name) => [name, identityOf(name)]))
  return `${JSON.stringify(identities, null, 2)}\n`
}

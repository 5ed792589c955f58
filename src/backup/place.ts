import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { syncFile, syncNames } from '@stockinette/sqlite/private-file.ts'

import type { Log } from '../log.ts'
import { databaseNames } from './databases.ts'

/** The file of the data folder that says which files on this machine its databases are. A copy has the text of the original. */
export const placeFile = 'place.json'

/** Each database by name, as the file system identifies it. */
type Place = Readonly<Record<string, string>>

/**
 * Whether the data folder is a copy: restored, moved to another disk, or taken from another machine. `false` if no start has
 * noted its place.
 */
export function isCopy(dataDir: string): boolean {
  const noted = readNote(join(dataDir, placeFile))
  return noted !== undefined && noted !== toNote(identify(dataDir))
}

/** Notes the place of the databases, once everything has been opened. If that fails, the next start checks the folder again. */
export function notePlace(dataDir: string, log: Log): void {
  const note = toNote(identify(dataDir))
  try {
    if (readNote(join(dataDir, placeFile)) !== note) writeNote(dataDir, note)
  } catch (error) {
    log.warn({ err: error }, 'the place of the data folder could not be noted')
  }
}

function writeNote(dataDir: string, note: string): void {
  const file = join(dataDir, placeFile)
  const unfinished = `${file}.unfinished`
  rmSync(unfinished, { force: true })
  writeFileSync(unfinished, note, { flag: 'wx', mode: 0o600 })
  syncFile(unfinished)
  renameSync(unfinished, file)
  syncNames(dataDir)
}

/**
 * A copy has other inodes, or, on another disk where they are the same by chance, another time of creation. SQLite never
 * replaces a file.
 */
function identify(dataDir: string): Place {
  const identityOf = (name: string) => {
    const found = statSync(join(dataDir, name), { bigint: true, throwIfNoEntry: false })
    return found === undefined ? 'missing' : `inode ${found.ino}, created ${found.birthtimeNs}`
  }
  return Object.fromEntries(databaseNames.map((name) => [name, identityOf(name)]))
}

function toNote(place: Place): string {
  return `${JSON.stringify(place, null, 2)}\n`
}

function readNote(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

import { backup, DatabaseSync } from 'node:sqlite'

import { openAnyVersionReadOnly } from './database.ts'
import { createPrivateFile } from './files.ts'
import { readVersion } from './inspection.ts'

/** Pages per step. Between two steps, progress is reported and the copy can be stopped. */
const pagesPerStep = 256

export interface CopyOptions {
  readonly signal?: AbortSignal | undefined
  /** Called with the share of the copy that is done, from 0 to 1. */
  readonly report?: ((share: number) => void) | undefined
}

/**
 * Copies a database to a new file, for its owner only, while other connections read and write it: SQLite's online backup
 * (sqlite.org/backup.html). The copy has everything that was committed when this was called, and is durable when it
 * resolves. It is a single file, without a write-ahead log.
 *
 * The copy reads through a connection of its own with an open transaction. Without one, a write through another connection
 * would start the copy again. With the connection that the application uses, its queries would wait for the target's disk:
 * a step holds the connection's mutex, and the last one syncs. The connection must belong to the process that has the
 * data folder locked.
 *
 * Rejects with StartError when the source cannot be read, with the reason of `signal`, and with errors of SQLite and of the
 * system; the target is incomplete then.
 */
export async function copyDatabase(source: string, target: string, { signal, report }: CopyOptions = {}) {
  using database = openAnyVersionReadOnly(source)
  // The first read decides which commits the transaction sees.
  database.exec('BEGIN; PRAGMA user_version')
  createPrivateFile(target)
  await backup(database, target, {
    rate: pagesPerStep,
    progress: ({ totalPages, remainingPages }) => {
      // An error that is thrown here ends the copy.
      signal?.throwIfAborted()
      report?.(1 - remainingPages / totalPages)
    },
  })
  leaveWalMode(target)
}

/** Reading a database in WAL mode creates files next to it. */
function leaveWalMode(file: string): void {
  using database = new DatabaseSync(file)
  database.exec('PRAGMA fullfsync = ON; PRAGMA journal_mode = DELETE')
}

/** Everything that SQLite can check in a database: its pages, its indexes, and that references have a target. */
export interface DatabaseCheck {
  /** How many migrations have run on it. */
  readonly version: number
  /** The first problem, in SQLite's words; `undefined` when there is none. */
  readonly problem: string | undefined
}

/**
 * Checks a whole database, which takes about a second for 100 MB. The file is not changed.
 *
 * @throws StartError when it is not a database, or cannot be read.
 */
export function checkDatabase(file: string): DatabaseCheck {
  using database = openAnyVersionReadOnly(file)
  return { version: readVersion(database), problem: findDamage(database) ?? findBrokenReference(database) }
}

function findDamage(database: DatabaseSync): string | undefined {
  try {
    const { integrity_check: found } = database.prepare('PRAGMA integrity_check(1)').get() as Record<string, string>
    return found === 'ok' ? undefined : found
  } catch (error) {
    // SQLite throws instead when it cannot read on.
    return (error as Error).message
  }
}

function findBrokenReference(database: DatabaseSync): string | undefined {
  const broken = database.prepare('PRAGMA foreign_key_check').get()
  return broken && `a row of ${String(broken['table'])} refers to a missing row of ${String(broken['parent'])}`
}

import type { DatabaseSync } from 'node:sqlite'

/** The catalogue's revision as it lies in SQLite. */
export function createRevision(database: DatabaseSync) {
  const read = database.prepare('SELECT revision FROM catalogue')
  const next = database.prepare('UPDATE catalogue SET revision = revision + 1 RETURNING revision')
  return {
    read: () => read.get()?.['revision'] as number,
    /** Makes it grow, within the transaction that changes the items. */
    next: () => next.get()?.['revision'] as number,
  }
}

import type { DatabaseSync } from 'node:sqlite'

/** Reads and increments the catalogue's revision. */
export function createRevision(database: DatabaseSync) {
  const read = database.prepare('SELECT revision FROM catalogue')
  const next = database.prepare('UPDATE catalogue SET revision = revision + 1 RETURNING revision')
  return {
    read: () => read.get()?.['revision'] as number,
    /** Increments it, within the transaction that changes the items. */
    next: () => next.get()?.['revision'] as number,
  }
}

import type { DatabaseSync } from 'node:sqlite'

import { inTransaction } from '@stockinette/sqlite/transaction.ts'

import {
  isUnchanged,
  keepRemoteCopy,
  type ItemChanges,
  type StoredItem,
  type ManagedItem,
} from '../../domain/item-state.ts'
import { needsRemoteCopy, type Photo } from '../../domain/photo.ts'
import type { ChangeOutcome } from '../store.ts'
import { managedColumns, toManagedItem, toRow, type ManagedRow } from './item-row.ts'
import { createPhotoTable } from './photo-table.ts'
import { createRevision } from './revision.ts'

/**
 * The table of items as owners see them. Each write is one durable transaction and returns the new revision (the current
 * one if nothing changed). Every method throws SQLite's own errors.
 */
export interface ManagedTable {
  listAll(): ManagedItem[]
  isGone(id: string): boolean
  update(id: string, changes: ItemChanges, version: string): Revised<ChangeOutcome> | undefined
  /** Adds a remote copy to an item; `undefined` if it does not need one of this image URL. */
  addCopy(id: string, imageUrl: string, copy: Photo): Revised<object> | undefined
  /** @param at when it was removed; `null` restores it. */
  setRemoved(id: string, at: Date | null): Revised<{ readonly item: ManagedItem }> | undefined
  /** @returns the ids of the items that it deleted. */
  purge(removedBefore: Date): Revised<{ readonly ids: readonly string[] }>
}

type Revised<T> = T & { readonly revision: number }

/** Newest first. Exported so that a test can check its query plan. */
export const listAllQuery = `SELECT ${managedColumns} FROM item ORDER BY created_at DESC, seq DESC`

export function createManagedTable(database: DatabaseSync): ManagedTable {
  const listAll = database.prepare(listAllQuery)
  const find = database.prepare(`SELECT ${managedColumns} FROM item WHERE id = ?`)
  const write = database.prepare(
    `UPDATE item SET created_at = ?, title = ?, tagline = ?, price_cents = ?, category = ?, image_url = ?, size = ?,
     color = ?, description = ?, sold = ?, photos = ?, hidden = ?, removed_at = ?, version = version + 1
     WHERE id = ? RETURNING ${managedColumns}`,
  )
  const findTombstone = database.prepare('SELECT id FROM gone_item WHERE id = ?')
  const addTombstones = database.prepare(
    'INSERT INTO gone_item (id) SELECT id FROM item WHERE removed_at < ? ON CONFLICT (id) DO NOTHING',
  )
  const deleteRemoved = database.prepare('DELETE FROM item WHERE removed_at < ? RETURNING id')
  const revision = createRevision(database)
  const photos = createPhotoTable(database)
  for (const query of [listAll, find, write]) query.setReturnArrays(true)

  function findItem(id: string): ManagedItem | undefined {
    const row = find.get(id) as unknown as ManagedRow | undefined
    return row && toManagedItem(row)
  }

  function rewrite(before: StoredItem, changes: Partial<StoredItem>): ManagedItem {
    const after = { ...before, ...changes }
    photos.replace(before, after)
    const [id, ...values] = toRow(after)
    return toManagedItem(write.get(...values, id) as unknown as ManagedRow)
  }

  return {
    listAll: () => (listAll.all() as unknown as ManagedRow[]).map(toManagedItem),
    isGone: (id) => findTombstone.get(id) !== undefined,
    update: (id, wanted, version) =>
      inTransaction(database, () => {
        const item = findItem(id)
        if (item === undefined) return undefined
        const changes = keepRemoteCopy(item, wanted)
        if (isUnchanged(item, changes)) return { isDone: true, item, revision: revision.read() }
        if (item.version !== version) return { isDone: false, item, revision: revision.read() }
        return { isDone: true, item: rewrite(item, changes), revision: revision.next() }
      }),
    addCopy: (id, imageUrl, copy) =>
      inTransaction(database, () => {
        const item = findItem(id)
        if (item?.imageUrl !== imageUrl || !needsRemoteCopy(item)) return undefined
        rewrite(item, { photos: [copy] })
        return { revision: revision.next() }
      }),
    setRemoved: (id, removedAt) =>
      inTransaction(database, () => {
        const item = findItem(id)
        if (item === undefined) return undefined
        if ((item.removedAt === null) === (removedAt === null)) return { item, revision: revision.read() }
        return { item: rewrite(item, { removedAt }), revision: revision.next() }
      }),
    purge: (removedBefore) =>
      inTransaction(database, () => {
        addTombstones.run(removedBefore.getTime())
        const ids = deleteRemoved.all(removedBefore.getTime()).map((row) => row['id'] as string)
        return { ids, revision: ids.length > 0 ? revision.next() : revision.read() }
      }),
  }
}

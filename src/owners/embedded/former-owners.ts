import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'

import { openAnyVersionReadOnly } from '@stockinette/sqlite/database.ts'
import { orStorageUnavailable } from '@stockinette/sqlite/errors.ts'
import { inTransaction } from '@stockinette/sqlite/transaction.ts'

type Row = { uid: string; email: string; since: number; removed_at: number | null }

/**
 * The list of owners as earlier versions of the shop kept it, in the database of the identity service. That service
 * renames the table when it opens its database, which marks the list as moved.
 */
const tables = { notMoved: 'owners', moved: 'former_owners' }

/**
 * Copies the list of owners of an earlier version into the shop's database, durably and all of it or nothing. To be
 * called before the identity service opens its database, and before anybody asks who owns the shop.
 *
 * What is in the shop's list stays as it is, so this can be repeated after it was interrupted. A list that is marked as
 * moved is copied again only into an empty one: the shop's database is new, or from an old backup, and without this the
 * shop would be open to everybody.
 *
 * @throws StartError when the database cannot be read; ShopError `storage-unavailable`.
 */
export function copyFormerOwners(database: DatabaseSync, identityFile: string): void {
  if (!existsSync(identityFile)) return
  const owners = readFormerOwners(identityFile, isEmpty(database))
  if (owners.length === 0) return
  const add = database.prepare(`INSERT INTO owner (uid, email, since, removed_at)
    VALUES (:uid, :email, :since, :removed_at) ON CONFLICT (uid) DO NOTHING`)
  orStorageUnavailable(() =>
    inTransaction(database, () => {
      for (const owner of owners) add.run(owner)
    }),
  )
}

function isEmpty(database: DatabaseSync): boolean {
  return database.prepare('SELECT uid FROM owner LIMIT 1').get() === undefined
}

function readFormerOwners(identityFile: string, alsoIfMoved: boolean): readonly Row[] {
  using identity = openAnyVersionReadOnly(identityFile)
  const has = identity.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name = :name")
  const names = alsoIfMoved ? [tables.notMoved, tables.moved] : [tables.notMoved]
  const table = names.find((name) => has.get({ name }) !== undefined)
  if (table === undefined) return []
  return identity.prepare(`SELECT uid, email, since, removed_at FROM ${table}`).all() as Row[]
}

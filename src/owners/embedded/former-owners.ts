import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'

import { openAnyVersionReadOnly } from '@stockinette/sqlite/database.ts'
import { orStorageUnavailable } from '@stockinette/sqlite/errors.ts'
import { inTransaction } from '@stockinette/sqlite/transaction.ts'

type Row = { uid: string; email: string; since: number; removed_at: number | null }

/**
 * Copies the list of owners of an earlier version of the shop, which kept it in the database of the identity service, into
 * the shop's database: durably, all of it or nothing, and only if the shop has no list. To be called before the identity
 * service opens its database, which removes the list there, and before anybody asks who owns the shop.
 *
 * @throws StartError when the database cannot be read; ShopError `storage-unavailable`.
 */
export function copyFormerOwners(database: DatabaseSync, identityFile: string): void {
  if (!existsSync(identityFile) || database.prepare('SELECT uid FROM owner LIMIT 1').get() !== undefined) return
  const owners = readFormerOwners(identityFile)
  const add = database.prepare(`INSERT INTO owner (uid, email, since, removed_at)
    VALUES (:uid, :email, :since, :removed_at)`)
  orStorageUnavailable(() =>
    inTransaction(database, () => {
      for (const owner of owners) add.run(owner)
    }),
  )
}

function readFormerOwners(identityFile: string): readonly Row[] {
  using identity = openAnyVersionReadOnly(identityFile)
  const table = identity.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name = 'owners'").get()
  if (table === undefined) return []
  return identity.prepare('SELECT uid, email, since, removed_at FROM owners').all() as Row[]
}

import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'

import { openAnyVersionReadOnly } from '@stockinette/sqlite/database.ts'
import { orStorageUnavailable } from '@stockinette/sqlite/errors.ts'
import { inTransaction } from '@stockinette/sqlite/transaction.ts'

import { noGrant } from './sqlite-owners.ts'

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

/**
 * Gives owners from a version without grant ids those of their accounts. To be called once the identity service is open.
 *
 * @throws ShopError `storage-unavailable`.
 */
export function adoptGrantIds(database: DatabaseSync, grantIdOf: (uid: string) => string | null): void {
  const list = database.prepare('SELECT uid FROM owner WHERE removed_at IS NULL AND since > 0 AND grant_id IS NULL')
  const adopt = database.prepare('UPDATE owner SET grant_id = :grantId WHERE uid = :uid')
  orStorageUnavailable(() => {
    for (const { uid } of list.all() as Pick<Row, 'uid'>[]) adopt.run({ uid, grantId: grantIdOf(uid) ?? noGrant })
  })
}

import type { DatabaseSync } from 'node:sqlite'

import { orStorageUnavailable } from '@stockinette/sqlite/errors.ts'

import { selectListed, type NewNotice, type Notices } from './notices.ts'

type Row = NewNotice & { id: number; at: number }

/** How many are stored, and the newest of each kind: old ones, which nobody dismisses, make room. */
const maxStored = 1_000

/** Notices in the shop's database, with its migrations behind it. */
export function createSqliteNotices(database: DatabaseSync, now: () => Date): Notices {
  const insert = database.prepare('INSERT INTO owner_notice (at, kind, by, about) VALUES (:at, :kind, :by, :about)')
  const removeOld = database.prepare(`DELETE FROM owner_notice WHERE id <= :id
    AND EXISTS (SELECT 1 FROM owner_notice AS later WHERE later.id > owner_notice.id AND later.kind = owner_notice.kind)`)
  const list = database.prepare(`SELECT id, at, kind, by, about FROM owner_notice
    WHERE id > coalesce((SELECT last_id FROM dismissed_notice WHERE uid = :uid), 0) ORDER BY id DESC`)
  const dismiss = database.prepare(`INSERT INTO dismissed_notice (uid, last_id)
    SELECT :uid, id FROM owner_notice WHERE id = :id
    ON CONFLICT (uid) DO UPDATE SET last_id = max(last_id, excluded.last_id)`)
  return {
    async add({ kind, by, about }) {
      const { lastInsertRowid } = orStorageUnavailable(() => insert.run({ at: now().getTime(), kind, by, about }))
      orStorageUnavailable(() => removeOld.run({ id: Number(lastInsertRowid) - maxStored }))
    },
    async listFor(uid) {
      const rows = orStorageUnavailable(() => list.all({ uid }) as unknown as Row[])
      return selectListed(
        rows.map(({ id, at, kind, by, about }) => ({ id: String(id), at: new Date(at), kind, by, about })),
      )
    },
    async dismiss(uid, id) {
      if (/^\d{1,15}$/.test(id)) orStorageUnavailable(() => dismiss.run({ uid, id: Number(id) }))
    },
  }
}

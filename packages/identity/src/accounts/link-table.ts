import type { DatabaseSync } from 'node:sqlite'

import type { ProviderLink } from './account.ts'

/** Links between accounts and users of other providers. Every method throws SQLite's own errors. */
export interface LinkTable {
  /** In the order of linking. */
  listOf(uid: string): ProviderLink[]
  findUid(providerId: string, rawId: string): string | undefined
  /** The accounts with a linked provider that gave this address. */
  listUidsByEmail(email: string): string[]
  /** Adds a link, or updates the existing one to the same user of the provider. */
  put(uid: string, link: ProviderLink, at: Date): void
  remove(uid: string, providerId: string): void
}

type Row = {
  provider_id: string
  raw_id: string
  email: string | null
  display_name: string | null
  photo_url: string | null
  screen_name: string | null
}

/** Exported so that a test can check the query plans. */
export const linkQueries = {
  listOf: 'SELECT * FROM provider_links WHERE uid = :uid ORDER BY linked_at, provider_id',
  findUid: 'SELECT uid FROM provider_links WHERE provider_id = :providerId AND raw_id = :rawId',
  listUidsByEmail: 'SELECT DISTINCT uid FROM provider_links WHERE email = :email LIMIT 10',
  put: `INSERT INTO provider_links
    (provider_id, raw_id, uid, email, display_name, photo_url, screen_name, linked_at)
    VALUES (:providerId, :rawId, :uid, :email, :displayName, :photoUrl, :screenName, :at)
    ON CONFLICT (provider_id, raw_id) DO UPDATE SET
      email = :email, display_name = :displayName, photo_url = :photoUrl, screen_name = :screenName`,
  remove: 'DELETE FROM provider_links WHERE uid = :uid AND provider_id = :providerId',
}

export function createLinkTable(database: DatabaseSync): LinkTable {
  const listOf = database.prepare(linkQueries.listOf)
  const findUid = database.prepare(linkQueries.findUid)
  const listUidsByEmail = database.prepare(linkQueries.listUidsByEmail)
  const put = database.prepare(linkQueries.put)
  const remove = database.prepare(linkQueries.remove)
  return {
    listOf: (uid) => (listOf.all({ uid }) as Row[]).map(toLink),
    findUid: (providerId, rawId) => findUid.get({ providerId, rawId })?.['uid'] as string | undefined,
    listUidsByEmail: (email) => listUidsByEmail.all({ email }).map((row) => row['uid'] as string),
    put(uid, { providerId, rawId, email, displayName, photoUrl, screenName }, at) {
      put.run({ uid, providerId, rawId, email, displayName, photoUrl, screenName, at: at.getTime() })
    },
    remove: (uid, providerId) => void remove.run({ uid, providerId }),
  }
}

function toLink(row: Row): ProviderLink {
  return {
    providerId: row.provider_id,
    rawId: row.raw_id,
    email: row.email,
    displayName: row.display_name,
    photoUrl: row.photo_url,
    screenName: row.screen_name,
  }
}

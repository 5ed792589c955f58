import type { DatabaseSync } from 'node:sqlite'

import { orStorageUnavailable } from '@stockinette/sqlite/errors.ts'
import { inTransaction } from '@stockinette/sqlite/transaction.ts'
import type { JWK_RSA_Private } from 'jose'

/** A stored signing key. */
export interface KeptKey {
  readonly kid: string
  readonly privateJwk: JWK_RSA_Private & { kty: 'RSA' }
  /** Milliseconds since 1970. */
  readonly createdAt: number
}

export type NewKey = Omit<KeptKey, 'createdAt'>

type Row = Omit<KeptKey, 'privateJwk'> & { privateJwk: string }

/** Signing keys in SQLite. Every method throws StorageUnavailableError. */
export function createSigningKeyTable(database: DatabaseSync) {
  const select = database.prepare(`SELECT kid, private_jwk AS privateJwk, created_at AS createdAt FROM signing_keys
    WHERE private_jwk <> '' ORDER BY created_at DESC`)
  const selectReplaced = database.prepare("SELECT kid FROM signing_keys WHERE private_jwk = ''")
  const insert = database.prepare('INSERT INTO signing_keys (kid, private_jwk, created_at) VALUES (?, ?, ?)')
  const replaceOthers = database.prepare("UPDATE signing_keys SET private_jwk = '' WHERE kid <> ?")
  const remove = database.prepare("DELETE FROM signing_keys WHERE created_at < ? OR private_jwk = ''")
  const add = ({ kid, privateJwk }: NewKey, at: Date): void => {
    insert.run(kid, JSON.stringify(privateJwk), at.getTime())
  }
  return {
    /** Newest first. */
    list: () => (orStorageUnavailable(() => select.all()) as Row[]).map(toKey),
    add: (key: NewKey, at: Date) => orStorageUnavailable(() => add(key, at)),
    /** The ids of replaced keys. */
    listReplaced: () => orStorageUnavailable(() => selectReplaced.all()).map(({ kid }) => kid as string),
    /** Stores this key, and deletes all others except their ids, until `removeBefore`. */
    replaceAll: (key: NewKey, at: Date) =>
      orStorageUnavailable(() =>
        inTransaction(database, () => {
          add(key, at)
          replaceOthers.run(key.kid)
        }),
      ),
    /** Deletes older keys, and the ids of older replaced ones. */
    removeBefore: (createdAt: number): void => void orStorageUnavailable(() => remove.run(createdAt)),
  }
}

function toKey(row: Row): KeptKey {
  return { ...row, privateJwk: JSON.parse(row.privateJwk) as KeptKey['privateJwk'] }
}

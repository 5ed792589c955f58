import type { DatabaseSync } from 'node:sqlite'

import { calculateJwkThumbprint, createLocalJWKSet, exportJWK, generateKeyPair, importJWK } from 'jose'
import type { JWK, JWK_RSA_Private, JWTVerifyGetKey } from 'jose'

import { orStorageUnavailable } from '../sqlite/storage-unavailable.ts'

const algorithm = 'RS256'

/** The key that ID tokens are signed with. */
export interface SigningKey {
  readonly kid: string
  readonly privateKey: CryptoKey
}

/** The keys of ID tokens. When they cannot be had (ShopError `storage-unavailable`), the next call tries anew. */
export interface SigningKeys {
  /** The newest key; waits for the first one to be made. */
  current(): Promise<SigningKey>
  /** For verifying: gives the public half of any key that is kept. */
  readonly keySet: JWTVerifyGetKey
  /** Resolves when nothing is under way any more. */
  settled(): Promise<void>
}

type PrivateJwk = JWK_RSA_Private & { kty: 'RSA' }
type KeptKey = { readonly kid: string; readonly privateJwk: PrivateJwk }
type LoadedKeys = { readonly current: SigningKey; readonly keySet: JWTVerifyGetKey }

/**
 * Keys made once and kept in the database: tokens go on being good after a restart. Making one takes up to a second on
 * a slow machine; that happens in the thread pool, in the background.
 *
 * The private half is kept in the clear: whoever can read the data folder (mode 0600) could change the shop anyway.
 */
export function createSigningKeys(database: DatabaseSync, now: () => Date): SigningKeys {
  let loaded: Promise<LoadedKeys> | undefined
  const keys = (): Promise<LoadedKeys> => {
    loaded ??= load(database, now).catch((error: unknown) => {
      loaded = undefined
      throw error
    })
    return loaded
  }
  return {
    current: async () => (await keys()).current,
    keySet: async (header, token) => (await keys()).keySet(header, token),
    settled: async () => {
      await Promise.allSettled([loaded])
    },
  }
}

async function load(database: DatabaseSync, now: () => Date): Promise<LoadedKeys> {
  const [newest = await addKey(database, now), ...older] = readKeys(database)
  return {
    current: { kid: newest.kid, privateKey: await importJWK(newest.privateJwk, algorithm) },
    keySet: createLocalJWKSet({ keys: [newest, ...older].map(toPublicJwk) }),
  }
}

/** Newest first. */
function readKeys(database: DatabaseSync): KeptKey[] {
  const select = database.prepare('SELECT kid, private_jwk FROM signing_keys ORDER BY created_at DESC')
  const rows = orStorageUnavailable(() => select.all()) as { kid: string; private_jwk: string }[]
  return rows.map((row) => ({ kid: row.kid, privateJwk: JSON.parse(row.private_jwk) as PrivateJwk }))
}

async function addKey(database: DatabaseSync, now: () => Date): Promise<KeptKey> {
  const { privateKey } = await generateKeyPair(algorithm, { modulusLength: 2048, extractable: true })
  const privateJwk = (await exportJWK(privateKey)) as PrivateJwk
  const kid = await calculateJwkThumbprint(privateJwk)
  const insert = database.prepare('INSERT INTO signing_keys (kid, private_jwk, created_at) VALUES (?, ?, ?)')
  orStorageUnavailable(() => insert.run(kid, JSON.stringify(privateJwk), now().getTime()))
  return { kid, privateJwk }
}

/** Takes what is public by name, so that nothing else of the key can ever go with it. */
function toPublicJwk({ kid, privateJwk: { kty, n, e } }: KeptKey): JWK {
  return { kty, n, e, kid, alg: algorithm, use: 'sig' }
}

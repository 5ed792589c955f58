import type { DatabaseSync } from 'node:sqlite'

import { calculateJwkThumbprint, createLocalJWKSet, exportJWK, generateKeyPair, importJWK } from 'jose'
import type { JWK, JWK_RSA_Private, JWTVerifyGetKey } from 'jose'

import { createSigningKeyTable } from './signing-key-table.ts'
import type { KeptKey, SigningKeyTable } from './signing-key-table.ts'

const algorithm = 'RS256'

/** For how long tokens are signed with one key: 90 days. */
export const signingPeriodMs = 90 * 24 * 3_600_000

/** For how long a key verifies after its successor has come: an hour, in which its last token ends, and some minutes. */
export const overlapMs = 3_600_000 + 5 * 60_000

/** The key that ID tokens are signed with. */
export interface SigningKey {
  readonly kid: string
  readonly privateKey: CryptoKey
}

/**
 * The keys of ID tokens. A new one takes over every {@link signingPeriodMs}, and the one before goes {@link overlapMs}
 * later. When they cannot be had (ShopError `storage-unavailable`), the next call tries anew.
 */
export interface SigningKeys {
  /** The newest key; waits for it to be made. */
  current(): Promise<SigningKey>
  /** For verifying: gives the public half of any key that is kept. */
  readonly keySet: JWTVerifyGetKey
  /** The public halves of all keys that are kept, the newest first. */
  publicKeys(): Promise<readonly JWK[]>
  /** Resolves when nothing is under way any more. */
  settled(): Promise<void>
}

interface LoadedKeys {
  readonly current: SigningKey
  readonly keySet: JWTVerifyGetKey
  readonly publicKeys: readonly JWK[]
  /** When a key has to come or to go; milliseconds. */
  readonly changeAt: number
}

/**
 * Keys are kept in the database: tokens go on being good after a restart. Making one takes up to a second on a slow
 * machine; that happens in the thread pool, in the background.
 *
 * The private half is kept in the clear: whoever can read the data folder (mode 0600) could change the shop anyway.
 */
export function createSigningKeys(database: DatabaseSync, now: () => Date): SigningKeys {
  const table = createSigningKeyTable(database)
  let loading: Promise<LoadedKeys> | undefined
  let changeAt = 0
  const keys = (): Promise<LoadedKeys> => {
    if (loading !== undefined && now().getTime() < changeAt) return loading
    changeAt = Infinity
    loading = load(table, now).then(
      (loaded) => {
        changeAt = loaded.changeAt
        return loaded
      },
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
  return {
    current: async () => (await keys()).current,
    keySet: async (header, token) => (await keys()).keySet(header, token),
    publicKeys: async () => (await keys()).publicKeys,
    settled: async () => {
      await Promise.allSettled([loading])
    },
  }
}

async function load(table: SigningKeyTable, now: () => Date): Promise<LoadedKeys> {
  if (isDue(table.list()[0], now())) table.add(await makeKey(), now())
  const newest = table.list()[0] as KeptKey
  const successionAt = newest.createdAt + overlapMs
  if (now().getTime() >= successionAt) table.removeBefore(newest.createdAt)
  const kept = table.list()
  const publicKeys = kept.map(toPublicJwk)
  return {
    current: { kid: newest.kid, privateKey: await importKey(newest.privateJwk) },
    keySet: createLocalJWKSet({ keys: publicKeys }),
    publicKeys,
    changeAt: kept.length > 1 ? successionAt : newest.createdAt + signingPeriodMs,
  }
}

function isDue(newest: KeptKey | undefined, at: Date): boolean {
  return newest === undefined || at.getTime() >= newest.createdAt + signingPeriodMs
}

async function makeKey(): Promise<Omit<KeptKey, 'createdAt'>> {
  const { privateKey } = await generateKeyPair(algorithm, { modulusLength: 2048, extractable: true })
  const privateJwk = (await exportJWK(privateKey)) as JWK_RSA_Private & { kty: 'RSA' }
  return { kid: await calculateJwkThumbprint(privateJwk), privateJwk }
}

function importKey(privateJwk: KeptKey['privateJwk']): Promise<CryptoKey> {
  return importJWK(privateJwk, algorithm)
}

/** Takes what is public by name, so that nothing else of the key can ever go with it. */
function toPublicJwk({ kid, privateJwk: { kty, n, e } }: KeptKey): JWK {
  return { kty, n, e, kid, alg: algorithm, use: 'sig' }
}

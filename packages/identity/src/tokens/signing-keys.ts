import type { DatabaseSync } from 'node:sqlite'

import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWK_RSA_Private,
  type JWTVerifyGetKey,
} from 'jose'

import { failureCodeOf } from '../errors.ts'
import type { Log } from '../log.ts'
import { createSigningKeyTable, type KeptKey, type SigningKeyTable } from './signing-key-table.ts'

const algorithm = 'RS256'

/** How long a key signs: 90 days. */
export const signingPeriodMs = 90 * 24 * 3_600_000

/** How long a key verifies after its successor was created: an hour, until its last token has expired, and some minutes. */
export const overlapMs = 3_600_000 + 5 * 60_000

/** How long to wait after a failed change of keys: five minutes. */
export const retryMs = 5 * 60_000

/** A key that signs ID tokens. */
export interface SigningKey {
  readonly kid: string
  readonly privateKey: CryptoKey
}

/**
 * The keys of ID tokens. A new key replaces the previous one every {@link signingPeriodMs}; the previous one is deleted
 * {@link overlapMs} later. If the storage fails, the existing keys continue to sign and verify. Without any key, each call
 * tries again and throws StorageUnavailableError.
 */
export interface SigningKeys {
  /** The newest key, once it is created. */
  current(): Promise<SigningKey>
  /** The public keys of all stored keys, for verifying. */
  readonly keySet: JWTVerifyGetKey
  /** The public keys of all stored keys, newest first. */
  publicKeys(): Promise<readonly JWK[]>
  /**
   * Replaces all keys by a new one. When it resolves, tokens of the old ones are invalid. Rejects with
   * StorageUnavailableError, and keeps the old keys then.
   */
  rotate(): Promise<void>
  /** Whether the key with this id was replaced and would still be valid otherwise. */
  isReplaced(kid: string | undefined): Promise<boolean>
  /** Waits for pending work. */
  settled(): Promise<void>
}

interface LoadedKeys {
  readonly current: SigningKey
  readonly keySet: JWTVerifyGetKey
  readonly publicKeys: readonly JWK[]
  readonly replaced: readonly string[]
  /** When the next key must be created or deleted; milliseconds. */
  readonly changeAt: number
}

/**
 * Keys are stored in the database, so tokens stay valid after a restart. Creating a key takes up to a second on a slow
 * machine; it runs in the thread pool, in the background.
 *
 * The private key is not encrypted: anyone who can read the file (mode 0600) could change the application anyway.
 */
export function createSigningKeys(database: DatabaseSync, now: () => Date, log: Log): SigningKeys {
  const table = createSigningKeyTable(database)
  const sources = { table, spare: createSpareKey(), now, log }
  let loading: Promise<LoadedKeys> | undefined
  let changeAt = 0
  const keys = (): Promise<LoadedKeys> => {
    if (loading !== undefined && now().getTime() < changeAt) return loading
    const before = loading
    changeAt = Infinity
    const started: Promise<LoadedKeys> = load(sources).then(
      (loaded) => {
        if (loading === started) changeAt = loaded.changeAt
        return loaded
      },
      (error: unknown) => {
        if (loading !== started) throw error
        loading = before
        changeAt = now().getTime() + retryMs
        if (before === undefined) throw error
        logUnchanged(log, error)
        return before
      },
    )
    loading = started
    return started
  }
  return {
    async rotate() {
      table.replaceAll(await makeKey(), now())
      loading = undefined
      await keys()
    },
    current: async () => (await keys()).current,
    keySet: async (header, token) => (await keys()).keySet(header, token),
    isReplaced: async (kid) => kid !== undefined && (await keys()).replaced.includes(kid),
    publicKeys: async () => (await keys()).publicKeys,
    settled: async () => {
      await Promise.allSettled([loading])
    },
  }
}

interface Sources {
  readonly table: SigningKeyTable
  readonly spare: SpareKey
  readonly now: () => Date
  readonly log: Log
}

async function load(sources: Sources): Promise<LoadedKeys> {
  const { table, now } = sources
  const isKept = await keepChanges(sources)
  const [newest, ...others] = table.list()
  if (newest === undefined) throw new Error('No signing key in the database.')
  const at = now().getTime()
  const successionAt = newest.createdAt + overlapMs
  // Keys whose deletion failed no longer verify either.
  const kept = at >= successionAt ? [newest] : [newest, ...others]
  const publicKeys = kept.map(toPublicJwk)
  const replaced = at >= successionAt ? [] : table.listReplaced()
  const dueAt = kept.length + replaced.length > 1 ? successionAt : newest.createdAt + signingPeriodMs
  return {
    current: { kid: newest.kid, privateKey: await importKey(newest.privateJwk) },
    keySet: createLocalJWKSet({ keys: publicKeys }),
    publicKeys,
    replaced,
    changeAt: isKept ? dueAt : at + retryMs,
  }
}

/**
 * Creates the key that is due and deletes expired ones.
 *
 * @returns whether that was stored. On a full disk, existing keys continue to verify.
 */
async function keepChanges({ table, spare, now, log }: Sources): Promise<boolean> {
  const newest = table.list()[0]
  const next = isDue(newest, now()) ? await spare.get() : undefined
  try {
    if (next !== undefined) {
      table.add(next, now())
      spare.drop()
    }
    const { createdAt } = table.list()[0] as KeptKey
    if (now().getTime() >= createdAt + overlapMs) table.removeBefore(createdAt)
    return true
  } catch (error) {
    if (newest === undefined || failureCodeOf(error) === undefined) throw error
    logUnchanged(log, error)
    return false
  }
}

function logUnchanged(log: Log, error: unknown): void {
  log.error({ err: error }, 'the signing keys could not be changed; those from before are used until they can')
}

/** A key that was created and not yet stored. It is used for the next try, because creating one is slow. */
interface SpareKey {
  get(): Promise<Omit<KeptKey, 'createdAt'>>
  /** Call it once it is stored. */
  drop(): void
}

function createSpareKey(): SpareKey {
  let made: Promise<Omit<KeptKey, 'createdAt'>> | undefined
  return {
    get: () => (made ??= makeKey()),
    drop: () => void (made = undefined),
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

/** Picks the public fields by name, so that no private one can be published. */
function toPublicJwk({ kid, privateJwk: { kty, n, e } }: KeptKey): JWK {
  return { kty, n, e, kid, alg: algorithm, use: 'sig' }
}

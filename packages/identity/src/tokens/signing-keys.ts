import type { DatabaseSync } from 'node:sqlite'

import { calculateJwkThumbprint, createLocalJWKSet, exportJWK, generateKeyPair, importJWK } from 'jose'
import type { JWK, JWK_RSA_Private, JWTVerifyGetKey } from 'jose'

import { failureCodeOf } from '../errors.ts'
import type { Log } from '../log.ts'
import { createSigningKeyTable } from './signing-key-table.ts'
import type { KeptKey, SigningKeyTable } from './signing-key-table.ts'

const algorithm = 'RS256'

/** For how long tokens are signed with one key: 90 days. */
export const signingPeriodMs = 90 * 24 * 3_600_000

/** For how long a key verifies after its successor has come: an hour, in which its last token ends, and some minutes. */
export const overlapMs = 3_600_000 + 5 * 60_000

/** For how long the keys that are there go on when their change could not be kept: five minutes. */
export const retryMs = 5 * 60_000

/** The key that ID tokens are signed with. */
export interface SigningKey {
  readonly kid: string
  readonly privateKey: CryptoKey
}

/**
 * The keys of ID tokens. A new one takes over every {@link signingPeriodMs}, and the one before goes {@link overlapMs}
 * later. While the storage takes no change, those that are there go on signing and verifying. When there are none (StorageUnavailableError), the next call tries again.
 */
export interface SigningKeys {
  /** The newest key; waits for it to be made. */
  current(): Promise<SigningKey>
  /** For verifying: gives the public half of any key that is kept. */
  readonly keySet: JWTVerifyGetKey
  /** The public halves of all keys that are kept, the newest first. */
  publicKeys(): Promise<readonly JWK[]>
  /**
   * Puts a new key in the place of all that are kept: from its return on, nothing that those have signed is verified.
   * Rejects with StorageUnavailableError when that cannot be kept; all goes on as before then.
   */
  rotate(): Promise<void>
  /** Whether a key of this id was replaced, for as long as it would have gone on verifying. */
  isReplaced(kid: string | undefined): Promise<boolean>
  /** Resolves when nothing is under way any more. */
  settled(): Promise<void>
}

interface LoadedKeys {
  readonly current: SigningKey
  readonly keySet: JWTVerifyGetKey
  readonly publicKeys: readonly JWK[]
  readonly replaced: readonly string[]
  /** When a key has to come or to go; milliseconds. */
  readonly changeAt: number
}

/**
 * Keys are kept in the database: tokens go on being good after a restart. Making one takes up to a second on a slow
 * machine; that happens in the thread pool, in the background.
 *
 * The private half is kept in the clear: whoever can read the data folder (mode 0600) could change the shop anyway.
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
  if (newest === undefined) throw new Error('A signing key was just kept.')
  const at = now().getTime()
  const successionAt = newest.createdAt + overlapMs
  // Those whose removal could not be kept verify no longer all the same.
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
 * Adds the key that is due and removes those whose time is over.
 *
 * @returns whether that is kept. A full disk is no reason not to verify what the keys that are there have signed.
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

/** A key that was made and is not kept yet. It is tried again, as making one takes a core up to a second. */
interface SpareKey {
  get(): Promise<Omit<KeptKey, 'createdAt'>>
  /** To be called once it is kept. */
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

/** Takes what is public by name, so that nothing else of the key can ever go with it. */
function toPublicJwk({ kid, privateJwk: { kty, n, e } }: KeptKey): JWK {
  return { kty, n, e, kid, alg: algorithm, use: 'sig' }
}

import type { DatabaseSync } from 'node:sqlite'

import {
  calculateJwkThumbprint,
  CompactSign,
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  importJWK,
  jwtVerify,
  type JWK,
  type JWK_RSA_Private,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
} from 'jose'

import type { Log } from '../application.ts'
import { failureCodeOf } from '../errors.ts'
import { createSigningKeyTable, type KeptKey, type NewKey } from './signing-key-table.ts'

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

interface LoadedKeys {
  readonly current: SigningKey
  readonly keySet: JWTVerifyGetKey
  readonly publicKeys: readonly JWK[]
  readonly replaced: readonly string[]
}

const encoder = new TextEncoder()

/**
 * The keys of ID tokens. A new key replaces the previous one every {@link signingPeriodMs}; the previous one is deleted
 * {@link overlapMs} later. If the storage fails, the existing keys continue to sign and verify. Without any key, each call
 * tries again and throws StorageUnavailableError.
 *
 * Keys are stored in the database, so tokens stay valid after a restart. Creating a key takes up to a second on a slow
 * machine; it runs in the thread pool, in the background.
 *
 * The private key is not encrypted: anyone who can read the file (mode 0600) could change the application anyway.
 */
export class SigningKeys {
  readonly #log
  readonly #now
  readonly #table
  /** The keys, and until when they need not be loaded again. */
  #loaded: { readonly keys: LoadedKeys; readonly until: number } | undefined
  #loading: Promise<LoadedKeys> | undefined
  /** A key that was created and not yet stored. It is used for the next try, because creating one is slow. */
  #spare: Promise<NewKey> | undefined

  constructor(database: DatabaseSync, now: () => Date, log: Log) {
    this.#log = log
    this.#now = now
    this.#table = createSigningKeyTable(database)
  }

  /** The newest key, once it is created. */
  async current(): Promise<SigningKey> {
    return (await this.#load()).current
  }

  /** The public keys of all stored keys, for verifying. */
  readonly keySet: JWTVerifyGetKey = async (header, token) => (await this.#load()).keySet(header, token)

  /** The public keys of all stored keys, newest first. */
  async publicKeys(): Promise<readonly JWK[]> {
    return (await this.#load()).publicKeys
  }

  /** Signs a JWT with the newest key. */
  async sign(claims: JWTPayload): Promise<string> {
    const { kid, privateKey } = await this.current()
    // `SignJWT` would clone the claims, which costs a twentieth of a sign-up.
    return new CompactSign(encoder.encode(JSON.stringify(claims)))
      .setProtectedHeader({ alg: algorithm, kid, typ: 'JWT' })
      .sign(privateKey)
  }

  /** Verifies a JWT that these keys have signed, and returns its claims. Throws jose's own errors. */
  async verify(token: string, rules: JWTVerifyOptions): Promise<JWTPayload> {
    const always = { algorithms: [algorithm], requiredClaims: ['exp'], currentDate: this.#now() }
    return (await jwtVerify(token, this.keySet, { ...always, ...rules })).payload
  }

  /**
   * Replaces all keys by a new one. When it resolves, tokens of the old ones are invalid. Rejects with
   * StorageUnavailableError, and keeps the old keys then.
   */
  async rotate(): Promise<void> {
    this.#table.replaceAll(await makeKey(), this.#now())
    await this.settled() // It may have read the old keys.
    this.#loaded = undefined
    await this.#load()
  }

  /** Whether the key with this id was replaced and would still be valid otherwise. */
  async isReplaced(kid: string | undefined): Promise<boolean> {
    return kid !== undefined && (await this.#load()).replaced.includes(kid)
  }

  /** Waits for pending work. */
  async settled(): Promise<void> {
    await Promise.allSettled([this.#loading])
  }

  async #load(): Promise<LoadedKeys> {
    if (this.#loaded !== undefined && this.#now().getTime() < this.#loaded.until) return this.#loaded.keys
    return (this.#loading ??= this.#reload().finally(() => (this.#loading = undefined)))
  }

  /** Loads the keys, or keeps those from before for a while. */
  async #reload(): Promise<LoadedKeys> {
    const retryAt = () => this.#now().getTime() + retryMs
    try {
      const isKept = await this.#keepChanges()
      const { dueAt, ...keys } = await this.#read()
      this.#loaded = { keys, until: isKept ? dueAt : retryAt() }
    } catch (error) {
      if (this.#loaded === undefined) throw error
      this.#logUnchanged(error)
      this.#loaded = { ...this.#loaded, until: retryAt() }
    }
    return this.#loaded.keys
  }

  /** Reads the stored keys. `dueAt` is when the next one must be created or deleted, in milliseconds. */
  async #read(): Promise<LoadedKeys & { readonly dueAt: number }> {
    const [newest, ...others] = this.#table.list()
    if (newest === undefined) throw new Error('No signing key in the database.')
    const successionAt = newest.createdAt + overlapMs
    const isOver = this.#now().getTime() >= successionAt
    // Keys whose deletion failed no longer verify either.
    const publicKeys = (isOver ? [newest] : [newest, ...others]).map(toPublicJwk)
    const replaced = isOver ? [] : this.#table.listReplaced()
    const isSuccessionDue = publicKeys.length + replaced.length > 1
    return {
      current: { kid: newest.kid, privateKey: await importJWK(newest.privateJwk, algorithm) },
      keySet: createLocalJWKSet({ keys: publicKeys }),
      publicKeys,
      replaced,
      dueAt: isSuccessionDue ? successionAt : newest.createdAt + signingPeriodMs,
    }
  }

  /**
   * Creates the key that is due and deletes expired ones.
   *
   * @returns whether that was stored. On a full disk, existing keys continue to verify.
   */
  async #keepChanges(): Promise<boolean> {
    const newest = this.#table.list()[0]
    const isDue = newest === undefined || this.#now().getTime() >= newest.createdAt + signingPeriodMs
    const next = isDue ? await (this.#spare ??= makeKey()) : undefined
    try {
      if (next !== undefined) {
        this.#table.add(next, this.#now())
        this.#spare = undefined
      }
      const { createdAt } = this.#table.list()[0] as KeptKey
      if (this.#now().getTime() >= createdAt + overlapMs) this.#table.removeBefore(createdAt)
      return true
    } catch (error) {
      if (newest === undefined || failureCodeOf(error) === undefined) throw error
      this.#logUnchanged(error)
      return false
    }
  }

  #logUnchanged(error: unknown): void {
    this.#log.error({ err: error }, 'the signing keys could not be changed; those from before are used until they can')
  }
}

async function makeKey(): Promise<NewKey> {
  const { privateKey } = await generateKeyPair(algorithm, { modulusLength: 2048, extractable: true })
  const privateJwk = (await exportJWK(privateKey)) as JWK_RSA_Private & { kty: 'RSA' }
  return { kid: await calculateJwkThumbprint(privateJwk), privateJwk }
}

/** Picks the public fields by name, so that no private one can be published. */
function toPublicJwk({ kid, privateJwk: { kty, n, e } }: KeptKey): JWK {
  return { kty, n, e, kid, alg: algorithm, use: 'sig' }
}

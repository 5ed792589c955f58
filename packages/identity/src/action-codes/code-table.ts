import type { DatabaseSync } from 'node:sqlite'

import { orStorageUnavailable } from '@stockinette/sqlite/storage-unavailable.ts'

import { IdentityError } from '../errors.ts'
import type { Atomically } from '../storage/transaction.ts'
import { hashOneTimeCode, newOneTimeCode } from '../tokens/secrets.ts'
import type { CodePurpose } from './action-modes.ts'

/** What is known of a code. Addresses are in the form of `toEmail`. */
export interface OneTimeCode {
  readonly purpose: CodePurpose
  /** Whose it is; of a link to sign in with, nobody's, as it may sign somebody up. */
  readonly uid: string | null
  /** The address that the account has, and for `RECOVER_EMAIL` the one that it gets back. */
  readonly email: string
  /** The address that the account gets, and for `RECOVER_EMAIL` the one that it loses. */
  readonly newEmail: string | null
}

/**
 * Codes that are sent by mail, kept as hashes: a stolen copy of the database opens no account. A change is durable when
 * the call returns.
 *
 * Every method throws StorageUnavailableError when the storage fails.
 */
export interface Codes {
  /**
   * Keeps a code and returns it; it is told here and nowhere again. Beyond {@link maxCodesOfAddress} of one account and
   * purpose the address's oldest goes.
   */
  create(code: OneTimeCode): string
  /** @throws IdentityError `INVALID_OOB_CODE` for what is no code, or none any more; `EXPIRED_OOB_CODE`. */
  get(code: string): OneTimeCode
  /**
   * Uses a code up. Within `atomically`, it is good again if what it was used for fails.
   *
   * @throws as `get` does.
   */
  use(code: string): OneTimeCode
  /** Makes the codes that were sent to an account for these purposes worthless. */
  removeOf(uid: string, purposes: readonly CodePurpose[]): void
  /** Makes every code that was sent to an account worthless, and the links to sign in at its address. */
  removeAllOf(account: { readonly uid: string; readonly email: string | null }): void
  /** Forgets some that nobody will come back to. Returns whether there are more. */
  removeOld(atMost: number): boolean
}

/** As many as can be on their way to somebody who asks again because the mail is slow. */
const maxCodesOfAddress = 5

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * What opens an account is good for an hour. Who lost their address to somebody else may be away when they are told of
 * it.
 */
const lifetimesMs: Readonly<Record<CodePurpose, number>> = {
  EMAIL_SIGNIN: hourMs,
  PASSWORD_RESET: hourMs,
  RECOVER_EMAIL: 30 * dayMs,
  VERIFY_AND_CHANGE_EMAIL: dayMs,
  VERIFY_EMAIL: 3 * dayMs,
}

/** For so long, who comes late is told that they are late. */
const rememberedMs = 7 * dayMs

type Row = { purpose: CodePurpose; uid: string | null; email: string; new_email: string | null; expires_at: number }

/** Exported so that a test can ask SQLite how it goes about them. */
export const codeQueries = {
  insertCode: `INSERT INTO one_time_codes (hash, purpose, uid, email, new_email, created_at, expires_at)
    VALUES (:hash, :purpose, :uid, :email, :newEmail, :now, :expiresAt)`,
  removeBeyond: `DELETE FROM one_time_codes WHERE hash IN (
    SELECT hash FROM one_time_codes WHERE email = :email AND purpose = :purpose AND uid IS :uid
    ORDER BY created_at DESC LIMIT -1 OFFSET ${maxCodesOfAddress})`,
  findCode: 'SELECT purpose, uid, email, new_email, expires_at FROM one_time_codes WHERE hash = :hash',
  removeCode: 'DELETE FROM one_time_codes WHERE hash = :hash',
  removeCodesOf: 'DELETE FROM one_time_codes WHERE uid = :uid AND purpose = :purpose',
  removeAllCodesOf: 'DELETE FROM one_time_codes WHERE uid = :uid',
  removeSignInLinksTo: "DELETE FROM one_time_codes WHERE email = :email AND purpose = 'EMAIL_SIGNIN'",
  removeOldCodes: `DELETE FROM one_time_codes WHERE hash IN (
    SELECT hash FROM one_time_codes WHERE expires_at < :before ORDER BY expires_at LIMIT :atMost)`,
}

export function createCodes(database: DatabaseSync, atomically: Atomically, now: () => Date): Codes {
  const insert = database.prepare(codeQueries.insertCode)
  const removeBeyond = database.prepare(codeQueries.removeBeyond)
  const find = database.prepare(codeQueries.findCode)
  const remove = database.prepare(codeQueries.removeCode)
  const removeOf = database.prepare(codeQueries.removeCodesOf)
  const removeAllOf = database.prepare(codeQueries.removeAllCodesOf)
  const removeSignInLinksTo = database.prepare(codeQueries.removeSignInLinksTo)
  const removeOld = database.prepare(codeQueries.removeOldCodes)
  const get = (hash: Buffer): OneTimeCode => {
    const row = orStorageUnavailable(() => find.get({ hash })) as Row | undefined
    if (row === undefined) throw new IdentityError('INVALID_OOB_CODE')
    if (row.expires_at <= now().getTime()) throw new IdentityError('EXPIRED_OOB_CODE')
    return { purpose: row.purpose, uid: row.uid, email: row.email, newEmail: row.new_email }
  }
  return {
    create({ purpose, uid, email, newEmail }) {
      const code = newOneTimeCode()
      const time = now().getTime()
      const times = { now: time, expiresAt: time + lifetimesMs[purpose] }
      atomically(() => {
        insert.run({ hash: hashOneTimeCode(code), purpose, uid, email, newEmail, ...times })
        removeBeyond.run({ uid, email, purpose })
      })
      return code
    },
    get: (code) => get(hashOneTimeCode(code)),
    use: (code) =>
      atomically(() => {
        const hash = hashOneTimeCode(code)
        const used = get(hash)
        remove.run({ hash })
        return used
      }),
    removeOf: (uid, purposes) =>
      atomically(() => {
        for (const purpose of purposes) removeOf.run({ uid, purpose })
      }),
    removeAllOf: ({ uid, email }) =>
      atomically(() => {
        removeAllOf.run({ uid })
        removeSignInLinksTo.run({ email })
      }),
    removeOld: (atMost) => {
      const before = now().getTime() - rememberedMs
      return orStorageUnavailable(() => removeOld.run({ before, atMost })).changes === atMost
    },
  }
}

import type { DatabaseSync } from 'node:sqlite'

import { orStorageUnavailable } from '@stockinette/sqlite/errors.ts'

import { IdentityError } from '../errors.ts'
import type { Atomically } from '../storage/transaction.ts'
import { hashOneTimeCode, newOneTimeCode } from '../tokens/secrets.ts'
import type { CodePurpose } from './action-modes.ts'

/** A code's record. Addresses are as `toEmail` returns them. */
export interface OneTimeCode {
  readonly purpose: CodePurpose
  /** The account; `null` for a sign-in link, which may create one. */
  readonly uid: string | null
  /** The account's address; for `RECOVER_EMAIL` the one that it gets back. */
  readonly email: string
  /** The account's next address; for `RECOVER_EMAIL` the one that it loses. */
  readonly newEmail: string | null
}

/**
 * Codes that are sent by e-mail, stored as hashes, so that a stolen copy of the database opens no account. A change is
 * durable when the call returns.
 *
 * Every method throws StorageUnavailableError.
 */
export interface Codes {
  /**
   * Creates a code and returns it. It cannot be read again. The address's oldest code is deleted when there are more than
   * {@link maxCodesOfAddress} of one account and purpose.
   */
  create(code: OneTimeCode): string
  /** @throws IdentityError `INVALID_OOB_CODE` if it is unknown or used; `EXPIRED_OOB_CODE`. */
  get(code: string): OneTimeCode
  /**
   * Uses up a code. Within `atomically`, it is valid again if the transaction fails.
   *
   * @throws as `get` does.
   */
  use(code: string): OneTimeCode
  /** Deletes an account's codes for these purposes. */
  removeOf(uid: string, purposes: readonly CodePurpose[]): void
  /** Deletes all codes of an account, and the sign-in links to its address. */
  removeAllOf(account: { readonly uid: string; readonly email: string | null }): void
  /** Deletes a batch of expired codes. Returns whether more remain. */
  removeOld(atMost: number): boolean
}

/** A user may ask again several times while an e-mail is slow. */
const maxCodesOfAddress = 5

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * Codes that open an account are valid for an hour. A user whose address was changed by a thief may be away when notified.
 */
const lifetimesMs: Readonly<Record<CodePurpose, number>> = {
  EMAIL_SIGNIN: hourMs,
  PASSWORD_RESET: hourMs,
  RECOVER_EMAIL: 30 * dayMs,
  VERIFY_AND_CHANGE_EMAIL: dayMs,
  VERIFY_EMAIL: 3 * dayMs,
}

/** For this long, an expired code is answered with `EXPIRED_OOB_CODE`. */
const rememberedMs = 7 * dayMs

type Row = { purpose: CodePurpose; uid: string | null; email: string; new_email: string | null; expires_at: number }

/** Exported so that a test can check the query plans. */
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

import type { DatabaseSync } from 'node:sqlite'

import { orStorageUnavailable } from '@stockinette/sqlite/errors.ts'

import { IdentityError } from '../errors.ts'
import type { Atomically } from '../storage/transaction.ts'
import { hashSecret, newSecret } from '../tokens/secrets.ts'

/**
 * The purposes of action codes, and their names in links (`mode`).
 * (`parseMode` in firebase-js-sdk, packages/auth/src/core/action_code_url.ts)
 */
export const actionModes = {
  EMAIL_SIGNIN: 'signIn',
  PASSWORD_RESET: 'resetPassword',
  RECOVER_EMAIL: 'recoverEmail',
  VERIFY_AND_CHANGE_EMAIL: 'verifyAndChangeEmail',
  VERIFY_EMAIL: 'verifyEmail',
} as const

/** The purpose of a code, by its name in the protocol (`requestType`). */
export type CodePurpose = keyof typeof actionModes

export type ActionMode = (typeof actionModes)[CodePurpose]

/** A code's record. Addresses are as `toEmail` returns them. */
export interface OneTimeCode {
  readonly purpose: CodePurpose
  /** The account; `null` for a sign-in link, which may create one. */
  readonly uid: string | null
  /** The account's address; for `RECOVER_EMAIL` the one that it gets back. */
  readonly email: string
  /** The account's next address; for `RECOVER_EMAIL` the one that it loses. */
  readonly newEmail: string | null
  /** Whether the administrator has made it, to hand it to the user; otherwise it is mailed on request. */
  readonly isByAdministrator?: boolean
}

/** A code as it was created. */
export interface CreatedCode extends OneTimeCode {
  readonly createdAt: Date
}

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

type Row = Omit<OneTimeCode, 'isByAdministrator'> & { isByAdministrator: number; createdAt: number; expiresAt: number }

export type Codes = ReturnType<typeof createCodes>

/**
 * Codes that are sent by e-mail, stored as hashes, so that a stolen copy of the database opens no account. A change is
 * durable when the call returns.
 *
 * Every method throws StorageUnavailableError.
 */
export function createCodes(database: DatabaseSync, atomically: Atomically, now: () => Date) {
  const { insert, find, remove, removeOf, removeRecoveryExcept, ...others } = prepare(database)
  const { removeRecoverySince, removeAllOf, removeSignInLinksTo, removeOld } = others
  /** @throws IdentityError `INVALID_OOB_CODE` if it is unknown or used; `EXPIRED_OOB_CODE`. */
  const get = (code: string): CreatedCode => {
    const row = orStorageUnavailable(() => find.get({ hash: hashSecret(code) })) as Row | undefined
    if (row === undefined) throw new IdentityError('INVALID_OOB_CODE')
    const { createdAt, expiresAt, isByAdministrator, ...found } = row
    if (expiresAt <= now().getTime()) throw new IdentityError('EXPIRED_OOB_CODE')
    return { ...found, isByAdministrator: isByAdministrator === 1, createdAt: new Date(createdAt) }
  }
  return {
    /**
     * Creates a code and returns it. It cannot be read again. Older ones stay valid: an e-mail may be slow, and strangers who
     * ask for codes must not end one that was printed for its user. `AttemptLimits.sendMail` limits their number.
     */
    create({ isByAdministrator = false, ...record }: OneTimeCode): string {
      const code = newSecret()
      const time = now().getTime()
      const times = { now: time, expiresAt: time + lifetimesMs[record.purpose] }
      const row = { ...record, hash: hashSecret(code), isByAdministrator: Number(isByAdministrator), ...times }
      orStorageUnavailable(() => insert.run(row))
      return code
    },
    get,
    /**
     * Uses up a code. Within `atomically`, it is valid again if the transaction fails.
     *
     * @throws as `get` does.
     */
    use: (code: string): CreatedCode =>
      atomically(() => {
        const used = get(code)
        remove.run({ hash: hashSecret(code) })
        return used
      }),
    /** Deletes an account's codes for these purposes. */
    removeOf: (uid: string, purposes: readonly CodePurpose[]): void =>
      atomically(() => {
        for (const purpose of purposes) removeOf.run({ uid, purpose })
      }),
    /** Deletes an account's codes that recover an address, except those of one address. */
    removeRecoveryExcept: (uid: string, email: string): void =>
      void orStorageUnavailable(() => removeRecoveryExcept.run({ uid, email })),
    /** Deletes an account's codes that recover an address, except those from before a time. */
    removeRecoverySince: (uid: string, since: Date): void =>
      void orStorageUnavailable(() => removeRecoverySince.run({ uid, since: since.getTime() })),
    /** Deletes all codes of an account, and the sign-in links to its address. */
    removeAllOf: ({ uid, email }: { readonly uid: string; readonly email: string | null }): void =>
      atomically(() => {
        removeAllOf.run({ uid })
        removeSignInLinksTo.run({ email })
      }),
    /** Deletes a batch of expired codes. Returns whether more remain. */
    removeOld(atMost: number): boolean {
      const before = now().getTime() - rememberedMs
      return orStorageUnavailable(() => removeOld.run({ before, atMost })).changes === atMost
    },
  }
}

function prepare(database: DatabaseSync) {
  return {
    insert: database.prepare(`INSERT INTO one_time_codes
    (hash, purpose, uid, email, new_email, is_by_administrator, created_at, expires_at)
    VALUES (:hash, :purpose, :uid, :email, :newEmail, :isByAdministrator, :now, :expiresAt)`),
    find: database.prepare(`SELECT purpose, uid, email, new_email AS newEmail,
    is_by_administrator AS isByAdministrator, created_at AS createdAt, expires_at AS expiresAt
    FROM one_time_codes WHERE hash = :hash`),
    remove: database.prepare('DELETE FROM one_time_codes WHERE hash = :hash'),
    removeOf: database.prepare('DELETE FROM one_time_codes WHERE uid = :uid AND purpose = :purpose'),
    removeRecoveryExcept: database.prepare(
      "DELETE FROM one_time_codes WHERE uid = :uid AND purpose = 'RECOVER_EMAIL' AND email <> :email",
    ),
    removeRecoverySince: database.prepare(
      "DELETE FROM one_time_codes WHERE uid = :uid AND purpose = 'RECOVER_EMAIL' AND created_at >= :since",
    ),
    removeAllOf: database.prepare('DELETE FROM one_time_codes WHERE uid = :uid'),
    removeSignInLinksTo: database.prepare(
      "DELETE FROM one_time_codes WHERE email = :email AND purpose = 'EMAIL_SIGNIN'",
    ),
    removeOld: database.prepare(`DELETE FROM one_time_codes WHERE hash IN (
    SELECT hash FROM one_time_codes WHERE expires_at < :before ORDER BY expires_at LIMIT :atMost)`),
  }
}

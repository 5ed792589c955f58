import type { DatabaseSync } from 'node:sqlite'

import { orStorageUnavailable } from '@stockinette/sqlite/errors.ts'

import type { Account } from '../accounts/account.ts'
import type { Caller, Device } from '../application.ts'
import type { Atomically } from '../storage/transaction.ts'
import { hashSecret, isSecret, newSecret } from './secrets.ts'

/** A maker's phone, tablet and computers. A thief of one password must not collect cookies. */
export const maxDevicesOfAccount = 5

export type Devices = ReturnType<typeof createDevices>

/**
 * Browsers in which an account's user has proved who they are, by signing in or with a code. Each has a cookie, with which it
 * may guess the account's password however many strangers have used up the account's limit: OWASP's device cookies.
 * (owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies)
 *
 * The cookie is a secret whose hash is stored, as of refresh tokens, so it ends when the sessions of its account do. A signed
 * one, as OWASP's, would stay valid.
 *
 * A sign-in replaces it. The answer with the new one may be lost, so the one before is valid too, until the browser shows the
 * new one.
 *
 * Every method throws StorageUnavailableError.
 */
export function createDevices(database: DatabaseSync, atomically: Atomically, now: () => Date) {
  const find = database.prepare('SELECT uid FROM devices WHERE hash = :hash OR previous = :hash')
  const findPrevious = database.prepare('SELECT previous FROM devices WHERE hash = :hash AND previous IS NOT NULL')
  const endPrevious = database.prepare('UPDATE devices SET previous = NULL WHERE hash = :hash')
  const insert = database.prepare(
    'INSERT INTO devices (hash, uid, created_at, previous) VALUES (:hash, :uid, :at, :previous)',
  )
  const remove = database.prepare('DELETE FROM devices WHERE hash = :hash OR previous = :hash')
  const removeBeyond = database.prepare(`DELETE FROM devices WHERE hash IN (SELECT hash FROM devices
    WHERE uid = :uid AND hash <> :added ORDER BY created_at DESC LIMIT -1 OFFSET ${maxDevicesOfAccount - 1})`)
  const removeAll = database.prepare('DELETE FROM devices WHERE uid = :uid')
  /** The hash of the caller's cookie, if it is one of this account. */
  const findHash = (uid: string, { device }: Caller): Buffer | undefined => {
    const hash = toHash(device)
    const owner = hash && orStorageUnavailable(() => find.get({ hash }))?.['uid']
    return owner === uid ? hash : undefined
  }
  return {
    /** The id of the caller's device, if it is one of this account; not a secret. */
    find: (uid: string, caller: Caller): string | undefined => findHash(uid, caller)?.toString('base64url'),
    /**
     * Gives the caller's browser a new cookie for an account that can be signed in to with its address. The account's oldest
     * beyond {@link maxDevicesOfAccount} ends.
     */
    add({ uid, email }: Account, caller: Caller): void {
      const { device } = caller
      if (device === undefined || email === null) return
      const secret = newSecret()
      const [hash, shown] = [hashSecret(secret), toHash(device)]
      atomically(() => {
        const previous = findHash(uid, caller) ?? null
        if (shown !== undefined) remove.run({ hash: shown })
        insert.run({ hash, uid, at: now().getTime(), previous })
        // Others may be from when the clock was ahead.
        removeBeyond.run({ uid, added: hash })
      })
      device.keep(secret)
    },
    /** Whether the caller's cookie has replaced one that is still valid. */
    hasPrevious({ device }: Caller): boolean {
      const hash = toHash(device)
      return hash !== undefined && orStorageUnavailable(() => findPrevious.get({ hash })) !== undefined
    },
    /** Ends the cookie that the caller's one has replaced. */
    endPrevious({ device }: Caller): void {
      const hash = toHash(device)
      if (hash !== undefined) orStorageUnavailable(() => endPrevious.run({ hash }))
    },
    /** Ends all of an account. */
    endAll: (uid: string): void => void orStorageUnavailable(() => removeAll.run({ uid })),
  }
}

function toHash(device: Device | undefined): Buffer | undefined {
  return device?.secret !== undefined && isSecret(device.secret) ? hashSecret(device.secret) : undefined
}

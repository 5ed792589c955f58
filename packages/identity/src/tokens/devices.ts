import type { DatabaseSync } from 'node:sqlite'

import { orStorageUnavailable } from '@stockinette/sqlite/errors.ts'

import type { Account } from '../accounts/account.ts'
import type { Caller } from '../application.ts'
import type { Atomically } from '../storage/transaction.ts'
import { hashSecret, isSecret, newSecret } from './secrets.ts'

/** A maker's phone, tablet and computers. A thief of one password must not collect cookies. */
const maxDevicesOfAccount = 5

export type Devices = ReturnType<typeof createDevices>

/**
 * Browsers in which an account's user has proved who they are, by signing in or with a code. Each has a cookie, with which it
 * may guess the account's password however many strangers have used up the account's limit: OWASP's device cookies.
 * (owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies)
 *
 * The cookie is a secret whose hash is stored, as of refresh tokens, so it ends when the sessions of its account do. A signed
 * one, as OWASP's, would stay valid.
 *
 * Every method throws StorageUnavailableError.
 */
export function createDevices(database: DatabaseSync, atomically: Atomically, now: () => Date) {
  const find = database.prepare('SELECT uid FROM devices WHERE hash = :hash')
  const insert = database.prepare('INSERT INTO devices (hash, uid, created_at) VALUES (:hash, :uid, :at)')
  const remove = database.prepare('DELETE FROM devices WHERE hash = :hash')
  const removeBeyond = database.prepare(`DELETE FROM devices WHERE hash IN (SELECT hash FROM devices
    WHERE uid = :uid AND hash <> :added ORDER BY created_at DESC LIMIT -1 OFFSET ${maxDevicesOfAccount - 1})`)
  const removeAll = database.prepare('DELETE FROM devices WHERE uid = :uid')
  return {
    /** The id of the caller's device, if it is one of this account; not a secret. */
    find(uid: string, { device }: Caller): string | undefined {
      if (device?.secret === undefined || !isSecret(device.secret)) return undefined
      const hash = hashSecret(device.secret)
      const owner = orStorageUnavailable(() => find.get({ hash }))?.['uid']
      return owner === uid ? hash.toString('base64url') : undefined
    },
    /**
     * Gives the caller's browser a new cookie for an account that can be signed in to with its address. The one that it had
     * ends, and so does the account's oldest beyond {@link maxDevicesOfAccount}.
     */
    add({ uid, email }: Account, { device }: Caller): void {
      if (device === undefined || email === null) return
      const secret = newSecret()
      const added = hashSecret(secret)
      atomically(() => {
        if (device.secret !== undefined) remove.run({ hash: hashSecret(device.secret) })
        insert.run({ hash: added, uid, at: now().getTime() })
        // Others may be from when the clock was ahead.
        removeBeyond.run({ uid, added })
      })
      device.keep(secret)
    },
    /** Ends all of an account. */
    endAll: (uid: string): void => void orStorageUnavailable(() => removeAll.run({ uid })),
  }
}

import type { DatabaseSync } from 'node:sqlite'

import { toEmail } from './account.ts'

/**
 * Gives each account the spelling of its address by which it is looked up: earlier versions also stored domains in punycode,
 * with an ideographic full stop and with a trailing dot. If another account has that spelling, the account stays as it is and
 * is found by its id alone; so does one whose address is no longer valid.
 *
 * @throws SQLite's own errors.
 */
export function respellAddresses(database: DatabaseSync): void {
  const find = database.prepare(
    "SELECT uid, email FROM accounts WHERE email GLOB '*xn--*' OR email GLOB '*。*' OR email GLOB '*.'",
  )
  const respell = database.prepare('UPDATE OR IGNORE accounts SET email = :email WHERE uid = :uid')
  for (const { uid, email } of find.all() as { uid: string; email: string }[]) {
    const spelled = spell(email)
    if (spelled !== email) respell.run({ uid, email: spelled })
  }
}

function spell(email: string): string {
  try {
    return toEmail(email)
  } catch {
    return email
  }
}

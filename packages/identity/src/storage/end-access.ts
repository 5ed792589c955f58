import { DatabaseSync } from 'node:sqlite'

import { inTransaction } from '@stockinette/sqlite/transaction.ts'

/**
 * The tables whose rows let somebody in without a password, or prove who somebody is. Every other table is in
 * {@link keptTables}: a new table is in one of the two (`end-access.test.ts`).
 */
export const accessTables = ['devices', 'one_time_codes', 'refresh_tokens', 'signing_keys'] as const

/** The tables of what users know or have set: a password, a provider, a name. */
export const keptTables = ['accounts', 'provider_links'] as const

/**
 * Ends every session and every code in a database file of any version, and removes the signing keys, so that the next start
 * creates one: for a database from a backup, in which ended sessions are open again. Providers' tokens of before `now` do
 * not sign in either. Passwords and linked providers stay.
 *
 * @param file that nothing else has open. Afterwards everything is in the file itself, which is not synced yet.
 * @throws SQLite's own errors.
 */
export function endAllAccess(file: string, now: Date): void {
  using database = new DatabaseSync(file)
  const has = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = :name")
  const hasValidSince = database.prepare("SELECT 1 FROM pragma_table_info('accounts') WHERE name = 'valid_since'")
  inTransaction(database, () => {
    for (const name of accessTables) {
      if (has.get({ name }) !== undefined) database.exec(`DELETE FROM ${name}`)
    }
    if (hasValidSince.get() !== undefined) {
      database.prepare('UPDATE accounts SET valid_since = :now').run({ now: now.getTime() })
    }
  })
}

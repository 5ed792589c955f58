import { DatabaseSync } from 'node:sqlite'

import { inTransaction } from '@stockinette/sqlite/transaction.ts'

/**
 * Raises the versions of the items and of the shop settings, and the catalogue's revision, in a database file of any schema: for
 * one from a backup. Otherwise its next change would get the version of a change after the backup, and a page that has been open
 * since then could overwrite it.
 *
 * @param by more than there were changes since the backup, such as the seconds since 1970.
 * @param file that nothing else has open. Afterwards everything is in the file itself, which is not synced yet.
 * @throws SQLite's own errors.
 */
export function raiseVersions(file: string, by: number): void {
  using database = new DatabaseSync(file)
  const hasVersion = database.prepare("SELECT 1 FROM pragma_table_info(:table) WHERE name = 'version'")
  inTransaction(database, () => {
    database.exec(`UPDATE catalogue SET revision = revision + ${by}`)
    for (const table of ['item', 'shop_settings']) {
      if (hasVersion.get({ table }) === undefined) continue
      // The defaults have the version 0 and no row.
      if (table === 'shop_settings')
        database.exec(`INSERT INTO shop_settings VALUES (1, 0, '{}') ON CONFLICT DO NOTHING`)
      database.exec(`UPDATE ${table} SET version = version + ${by}`)
    }
  })
}

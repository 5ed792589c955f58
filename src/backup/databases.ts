import { identityFile, migrations as identityMigrations } from '@stockinette/identity/storage/schema.ts'

import { itemsFile, migrations } from '../catalogue/sqlite/shop-database.ts'

/** The databases of a data folder, in the order in which they are copied, and the newest version that is known of each. */
export const knownVersions = {
  [itemsFile]: migrations.length,
  [identityFile]: identityMigrations.length,
} as const

export const databaseNames = [itemsFile, identityFile] as const

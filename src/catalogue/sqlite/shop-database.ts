import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'

import type { DataFolder } from '@stockinette/sqlite/data-folder.ts'
import { openDatabase } from '@stockinette/sqlite/database.ts'

import { migrations } from './migrations.ts'

/** The shop's database in the data folder: its items, and its owners. */
export const itemsFile = 'items.db'

/**
 * Opens the shop's database, and brings it up to date.
 *
 * @throws StartError if the file cannot be used.
 */
export function openShopDatabase(folder: Pick<DataFolder, 'path'>): DatabaseSync {
  return openDatabase(join(folder.path, itemsFile), migrations)
}

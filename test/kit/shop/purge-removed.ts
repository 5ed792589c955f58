import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { ItemTable } from '../../../src/catalogue/sqlite/item-table.ts'
import { itemsFile } from '../../../src/catalogue/sqlite/shop-database.ts'
import { openStore } from '../../cloud/open-store.ts'
import type { CloudShop } from './cloud-shop.ts'

/** Later than the removal of any item so far. */
const tomorrow = () => new Date(Date.now() + 86_400_000)

/** Deletes all removed items of a shop for good, before their 30 days are over. */
export function purgeFolder(dataDir: string): void {
  using database = new DatabaseSync(join(dataDir, itemsFile), { timeout: 1_000 })
  new ItemTable(database).purge(tomorrow())
}

/** Same as `purgeFolder`, for a shop in the cloud. */
export async function purgeCloud({ firestore, env }: CloudShop): Promise<void> {
  const { store, close } = await openStore(firestore.host, env['SHOP_FIREBASE_PROJECT_ID'] ?? '')
  try {
    await store.purge(tomorrow())
  } finally {
    await close()
  }
}

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { createManagedTable } from '../../../src/catalogue/sqlite/managed-table.ts'
import { itemsFile } from '../../../src/catalogue/sqlite/shop-database.ts'
import { openStore } from '../../cloud/open-store.ts'
import type { Cloud } from './cloud-shop.ts'

/** Whatever is removed by now was removed before it. */
const tomorrow = () => new Date(Date.now() + 86_400_000)

/** Makes all that is removed from a shop gone for good, before its days are over; as another process of it would. */
export function purgeFolder(dataDir: string): void {
  using database = new DatabaseSync(join(dataDir, itemsFile), { timeout: 1_000 })
  createManagedTable(database).purge(tomorrow())
}

/** As `purgeFolder`, in the cloud. */
export async function purgeCloud({ firestore, env }: Cloud): Promise<void> {
  const { store, close } = await openStore(firestore, env['SHOP_FIREBASE_PROJECT_ID'] ?? '')
  try {
    await store.purge(tomorrow())
  } finally {
    await close()
  }
}

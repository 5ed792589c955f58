import { pino } from 'pino'

import { FirestoreStore, type FirestoreStoreOptions } from '../../src/catalogue/firestore/firestore-store.ts'
import { openFirestore } from '../../src/google/open-firestore.ts'

/** Opens a store with the shop's own client, as one process does. Its client stays open, as in a process of the shop. */
export async function openStore(
  host: string,
  projectId: string,
  options: Partial<Pick<FirestoreStoreOptions, 'log' | 'mirrorLimits' | 'reportMs' | 'itemLifetimeMs'>> = {},
): Promise<FirestoreStore> {
  const { log = pino({ enabled: false }) } = options
  const client = await openFirestore(projectId, host)
  return new FirestoreStore({ ...client, projectId, ...options, log })
}

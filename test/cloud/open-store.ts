import { pino } from 'pino'

import { FirestoreStore, type FirestoreStoreOptions } from '../../src/catalogue/firestore/firestore-store.ts'
import { openFirestore } from '../../src/google/open-firestore.ts'

export interface OpenedStore {
  readonly store: FirestoreStore
  /** Closes the store and its client. */
  readonly close: () => Promise<void>
}

/** Opens a store with the shop's own client, as one process does. */
export async function openStore(
  host: string,
  projectId: string,
  options: Pick<FirestoreStoreOptions, 'mirrorLimits'> = {},
): Promise<OpenedStore> {
  const log = pino({ enabled: false })
  const client = await openFirestore(projectId, host)
  const store = new FirestoreStore({ ...client, projectId, log, ...options })
  const close = async () => {
    await store.close()
    await client.firestore.terminate()
  }
  return { store, close }
}

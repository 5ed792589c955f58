import { pino } from 'pino'

import { FirestoreStore, type FirestoreStoreOptions } from '../../src/catalogue/firestore/firestore-store.ts'
import { withTimeout } from '../../src/google/firestore-error.ts'
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
  options: Partial<Pick<FirestoreStoreOptions, 'log' | 'mirrorLimits' | 'reportMs' | 'itemLifetimeMs'>> = {},
): Promise<OpenedStore> {
  const { log = pino({ enabled: false }) } = options
  const client = await openFirestore(projectId, host)
  const store = new FirestoreStore({ ...client, projectId, ...options, log })
  const close = async () => {
    await end('the store', store.close())
    await end('its client, which waits for the answers to all calls,', client.firestore.terminate())
  }
  return { store, close }
}

/** Longer than any timeout of a store. */
const endMs = 60_000

/** What never ends would only be seen as a test command that hangs. */
async function end(what: string, ending: Promise<void>): Promise<void> {
  await withTimeout(endMs, ending).catch((cause: unknown) => {
    throw new Error(`Closing ${what} failed.`, { cause })
  })
}

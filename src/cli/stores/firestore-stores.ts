import { createFirestoreSink } from '../../catalogue/transfer/firestore-sink.ts'
import { createFirestoreSource } from '../../catalogue/transfer/firestore-source.ts'
import type { ItemSink, ItemSource } from '../../catalogue/transfer/transfer.ts'
import type { CloudConfig } from '../../config/config.ts'
import { isShopError } from '../../domain/errors.ts'
import type { ShopSettings } from '../../domain/shop-settings.ts'
import type { FirestoreClient } from '../../google/firestore-client.ts'
import { describeFirestoreError } from '../../google/firestore-error.ts'
import { openFirestore } from '../../google/open-firestore.ts'
import { readStoredSettings } from '../../shop-settings/firestore-settings.ts'
import { RefusedError } from '../command.ts'
import { createCommandLog } from '../services.ts'

// These access Firestore directly; running shops are notified by their listeners.

/**
 * The items of a Firebase project.
 *
 * @throws StartError when there are no credentials; RefusedError, from its methods, when Firestore refuses a call.
 */
export async function openFirestoreSource(cloud: CloudConfig): Promise<ItemSource> {
  const { firestore } = await open(cloud)
  const source = createFirestoreSource({ firestore, log: createCommandLog() })
  return {
    count: () => source.count().catch(throwRefused(cloud)),
    async *all() {
      try {
        yield* source.all()
      } catch (error) {
        throwRefused(cloud)(error)
      }
    },
  }
}

/**
 * Adds items to a Firebase project.
 *
 * @throws StartError when there are no credentials; RefusedError, from `put`, when Firestore refuses a call.
 */
export async function openFirestoreSink(cloud: CloudConfig): Promise<ItemSink> {
  const sink = createFirestoreSink(await open(cloud))
  return { put: (items) => sink.put(items).catch(throwRefused(cloud)) }
}

/**
 * The settings of a shop; `undefined` if they cannot be read.
 *
 * @throws StartError when there are no credentials; RefusedError when Firestore refuses the call.
 */
export async function readProjectSettings(cloud: CloudConfig): Promise<ShopSettings | undefined> {
  const { firestore } = await open(cloud)
  return await readStoredSettings(firestore).catch(throwRefused(cloud))
}

function open({ projectId, emulators }: CloudConfig): Promise<FirestoreClient> {
  return openFirestore(projectId, emulators.firestore)
}

/** Replaces the message for visitors with one for the owner. */
function throwRefused({ projectId }: CloudConfig) {
  return (error: unknown): never => {
    if (!isShopError(error)) throw error
    throw new RefusedError(describeFirestoreError(error.cause, projectId), { cause: error })
  }
}

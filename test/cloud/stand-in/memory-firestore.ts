import type { Firestore, Timestamp } from '@google-cloud/firestore'

import type { FirestoreClient } from '../../../src/google/firestore-client.ts'
import { installPackages } from '../../kit/install-packages.ts'

const bridgePackage = '@firebase-bridge/firestore-admin'
const adminPackage = 'firebase-admin/firestore'

/** The used exports of both packages. Their own types exist only once they are installed. */
interface BridgeModule {
  readonly FirestoreMock: new () => {
    createDatabase(projectId: string): { firestore(): Firestore; delete(): void }
  }
}

interface AdminModule {
  readonly FieldValue: { serverTimestamp: FirestoreClient['serverTimestamp']; delete: FirestoreClient['deleteField'] }
  readonly Timestamp: new (seconds: number, nanoseconds: number) => Timestamp
}

export interface MemoryFirestore {
  readonly projectId: string
  /** Makes another client, as another process would. */
  readonly connect: () => FirestoreClient
  readonly dispose: () => void
}

/** Opens an empty Firestore in this process. */
export async function openMemoryFirestore(projectId = 'wool-shop'): Promise<MemoryFirestore> {
  await installPackages('test/cloud')
  const { FirestoreMock } = (await import(bridgePackage)) as BridgeModule
  const { FieldValue, Timestamp } = (await import(adminPackage)) as AdminModule
  const database = new FirestoreMock().createDatabase(projectId)
  return {
    projectId,
    connect: () => ({
      firestore: patchOrderBy(database.firestore()),
      serverTimestamp: () => FieldValue.serverTimestamp(),
      deleteField: () => FieldValue.delete(),
      createTimestamp: (seconds, nanoseconds) => new Timestamp(seconds, nanoseconds),
    }),
    dispose: () => database.delete(),
  }
}

/** Makes queries leave out documents without a value for the ordered field, as Google's Firestore does. */
function patchOrderBy(firestore: Firestore): Firestore {
  const openCollection = firestore.collection.bind(firestore)
  firestore.collection = (path) => {
    const collection = openCollection(path)
    collection.orderBy = (field, direction) => collection.where(field, '!=', null).orderBy(field, direction)
    return collection
  }
  return firestore
}

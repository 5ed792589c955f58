import { FieldValue, Firestore } from '@google-cloud/firestore'

import type { FirestoreStoreOptions } from './firestore-store.ts'

/** No longer than this, in milliseconds, until a lost connection is tried again: the library's own limit is two minutes. */
const reconnectMs = 10_000

/** What Google's emulator takes for a server's credentials. Without an `auth`, this machine would be searched for some. */
const emulated = {
  ssl: false,
  customHeaders: { Authorization: 'Bearer owner' },
  auth: { getUniverseDomain: () => Promise.resolve('googleapis.com') },
}

/**
 * Google's own client, which finds its credentials by itself; nothing is asked of Firestore yet.
 *
 * @param emulatorHost `host:port` of what stands in for Google, without TLS and credentials.
 */
export function openFirestore(
  projectId: string,
  emulatorHost: string | undefined,
): Pick<FirestoreStoreOptions, 'firestore' | 'serverTimestamp'> {
  const firestore = new Firestore({
    projectId,
    'grpc.max_reconnect_backoff_ms': reconnectMs,
    ...(emulatorHost !== undefined && { ...emulated, host: emulatorHost }),
  })
  return { firestore, serverTimestamp: () => FieldValue.serverTimestamp() }
}

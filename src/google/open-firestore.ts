import { FieldValue, Firestore, Timestamp } from '@google-cloud/firestore'
import { GoogleAuth } from 'google-auth-library'

import { StartError } from '../domain/errors.ts'
import type { FirestoreClient } from './firestore-client.ts'

/** No longer than this, in milliseconds, until a lost connection is tried again: the library's own limit is two minutes. */
const reconnectMs = 10_000

const scopes = ['https://www.googleapis.com/auth/cloud-platform', 'https://www.googleapis.com/auth/datastore']

/** What Google's emulator takes for a server's credentials. Without an `auth`, this machine would be searched for some. */
const emulated = {
  ssl: false,
  customHeaders: { Authorization: 'Bearer owner' },
  auth: { getUniverseDomain: () => Promise.resolve('googleapis.com') },
}

/**
 * Google's own client; nothing is asked of Firestore yet.
 *
 * @param emulatorHost `host:port` of what stands in for Google, without TLS and credentials.
 * @throws StartError when there are no credentials.
 */
export async function openFirestore(projectId: string, emulatorHost: string | undefined): Promise<FirestoreClient> {
  const connection =
    emulatorHost === undefined ? { auth: await findCredentials() } : { ...emulated, host: emulatorHost }
  const firestore = new Firestore({ projectId, 'grpc.max_reconnect_backoff_ms': reconnectMs, ...connection })
  return {
    firestore,
    serverTimestamp: () => FieldValue.serverTimestamp(),
    deleteField: () => FieldValue.delete(),
    createTimestamp: (seconds, nanoseconds) => new Timestamp(seconds, nanoseconds),
  }
}

/** Where Google's libraries find them; looked for here, as Firestore's client would end the process without them. */
async function findCredentials(): Promise<GoogleAuth> {
  const auth = new GoogleAuth({ scopes })
  try {
    await auth.getClient()
    return auth
  } catch (cause) {
    const [said = ''] = (cause as Error).message.split('\n', 1)
    throw new StartError(
      `There are no credentials for Google Cloud: set GOOGLE_APPLICATION_CREDENTIALS to a service account’s key file, or run where a service account is given. (${said})`,
      { cause },
    )
  }
}

import { FieldValue, Firestore, Timestamp } from '@google-cloud/firestore'
import { StartError } from '@stockinette/sqlite/errors.ts'
import { GoogleAuth } from 'google-auth-library'

import type { FirestoreClient } from './firestore-client.ts'

/** The longest pause before a lost connection is retried: the library's own limit is two minutes. */
const reconnectMs = 10_000

/**
 * Pings, while there are calls, and with a listener there always are. A connection that does not answer one is replaced.
 * Without them, all calls fail for minutes after a router has forgotten a connection, and new ones are sent on it as well.
 * Google's own client for Android pings Firestore as often (firebase-android-sdk, `keepAliveTime`); if a server asks for
 * fewer pings, gRPC sends half as many. (@grpc/grpc-js, subchannel.ts: `tooManyPings`)
 */
const keepalive = { 'grpc.keepalive_time_ms': 30_000, 'grpc.keepalive_timeout_ms': 10_000 } as const

const scopes = ['https://www.googleapis.com/auth/cloud-platform', 'https://www.googleapis.com/auth/datastore']

/** The credentials that Google's emulator accepts from a server. Without `auth`, the library would search this machine for some. */
const emulated = {
  ssl: false,
  customHeaders: { Authorization: 'Bearer owner' },
  auth: { getUniverseDomain: () => Promise.resolve('googleapis.com') },
}

/**
 * Opens Google's client. Sends no request yet. The process that opens it ends by `process.exit`, and does not terminate it:
 * a call or a listener that the library is about to try again would throw where nobody can catch it, minutes after the shop
 * gave it up. (@google-cloud/firestore, index.js: `requestStream`)
 *
 * @param emulatorHost `host:port` of an emulator, without TLS and credentials.
 * @param pings how often, and how long an answer may take; options of gRPC.
 * @throws StartError if there are no credentials.
 */
export async function openFirestore(
  projectId: string,
  emulatorHost: string | undefined,
  pings: Record<keyof typeof keepalive, number> = keepalive,
): Promise<FirestoreClient> {
  const connection =
    emulatorHost === undefined ? { auth: await findCredentials() } : { ...emulated, host: emulatorHost }
  const firestore = new Firestore({ projectId, 'grpc.max_reconnect_backoff_ms': reconnectMs, ...pings, ...connection })
  return {
    firestore,
    serverTimestamp: () => FieldValue.serverTimestamp(),
    deleteField: () => FieldValue.delete(),
    createTimestamp: (seconds, nanoseconds) => new Timestamp(seconds, nanoseconds),
  }
}

/** Finds the credentials as Google's libraries do. Done here, as Firestore's client exits the process without them. */
async function findCredentials(): Promise<GoogleAuth> {
  const auth = new GoogleAuth({ scopes })
  try {
    await auth.getClient()
    return auth
  } catch (cause) {
    const [said = ''] = (cause as Error).message.split('\n', 1)
    throw new StartError(
      `There are no credentials for Google Cloud: set GOOGLE_APPLICATION_CREDENTIALS to a service account’s key file, or run on a machine that has a service account. (${said})`,
      { cause },
    )
  }
}

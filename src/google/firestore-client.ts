import type { FieldValue, Firestore, Timestamp } from '@google-cloud/firestore'

/** Google's client, and of its library what is sent by it: the client knows the classes of its own copy alone. */
export interface FirestoreClient {
  readonly firestore: Firestore
  /** What Firestore replaces by its own time. */
  readonly serverTimestamp: () => FieldValue
  /** What Firestore takes a field out for. */
  readonly deleteField: () => FieldValue
  /** A time, since 1970. */
  readonly createTimestamp: (seconds: number, nanoseconds: number) => Timestamp
}

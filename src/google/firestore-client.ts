import type { FieldValue, Firestore, Timestamp } from '@google-cloud/firestore'

/** Google's client, and the values of its library: the client accepts only classes of its own copy of the library. */
export interface FirestoreClient {
  readonly firestore: Firestore
  /** A value that Firestore replaces with its own time. */
  readonly serverTimestamp: () => FieldValue
  /** A value that makes Firestore delete the field. */
  readonly deleteField: () => FieldValue
  /** A time since 1970. */
  readonly createTimestamp: (seconds: number, nanoseconds: number) => Timestamp
}

/** No `instanceof`: a process may have several copies of Google's library, each with its own class. */
export function isTimestamp(value: unknown): value is Timestamp {
  return typeof value === 'object' && value !== null && 'toDate' in value && typeof value.toDate === 'function'
}

/** A snapshot that is younger than a write by this much has it: Google's emulator takes its times loosely. */
export const toleranceMicroseconds = 1_000_000

/** Exact until the year 2255 (2^53 microseconds). */
export function toMicroseconds({ seconds, nanoseconds }: Pick<Timestamp, 'seconds' | 'nanoseconds'>): number {
  return seconds * 1_000_000 + Math.floor(nanoseconds / 1_000)
}

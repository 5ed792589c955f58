import { setTimeout } from 'node:timers/promises'

import type { DocumentSnapshot, FieldValue, Firestore, Timestamp } from '@google-cloud/firestore'

import { toShopError, withTimeout } from '../google/firestore-error.ts'
import { isAfterSecondOf } from './owners.ts'
import type { Owner, Owners } from './owners.ts'

const ownersCollection = 'owners'

/** As long as whoever waits for an answer may have to, when Firestore has none. */
const answerMs = 8_000

export interface FirestoreOwnersOptions {
  readonly firestore: Firestore
  /** `FieldValue.serverTimestamp` of the library that `firestore` is of: the clocks of sign-ins are Google's too. */
  readonly serverTimestamp: () => FieldValue
}

/**
 * The list of owners in the collection `owners`, a document each: `{ uid, email, since, removedAt }`. Whoever is removed
 * stays in it, marked: the shop has been claimed.
 *
 * Nothing of it is kept here but that the shop is claimed, which never ends: every answer is Firestore's of that moment,
 * so that in every process an owner who is removed is none at once.
 */
export function createFirestoreOwners({ firestore, serverTimestamp }: FirestoreOwnersOptions): Owners {
  const owners = firestore.collection(ownersCollection)
  /** A custom token may have chosen an id that no document can have. */
  const documentOf = (uid: string) => owners.doc(Buffer.from(uid).toString('base64url'))
  let isKnownToBeClaimed = false

  return {
    async list() {
      const { docs } = await ask(owners.get())
      const found = docs.map(toOwner).filter((owner) => owner !== undefined)
      return found.toSorted((one, other) => one.since.getTime() - other.since.getTime())
    },
    async has(signIn) {
      const owner = toOwner(await ask(documentOf(signIn.uid).get()))
      return owner !== undefined && isAfterSecondOf(signIn, owner.since)
    },
    async add({ uid, email }) {
      const document = { uid, email, since: serverTimestamp(), removedAt: null }
      const { writeTime } = await ask(documentOf(uid).set(document))
      await setTimeout(1_000 - (writeTime.toMillis() % 1_000)) // A sign-in of this second would not count.
    },
    async remove(uid) {
      if (toOwner(await ask(documentOf(uid).get())) === undefined) return
      await ask(documentOf(uid).update({ removedAt: serverTimestamp() }))
    },
    async isClaimed() {
      isKnownToBeClaimed ||= !(await ask(owners.limit(1).get())).empty
      return isKnownToBeClaimed
    },
  }
}

async function ask<T>(call: Promise<T>): Promise<T> {
  try {
    return await withTimeout(answerMs, call)
  } catch (error) {
    throw toShopError(error)
  }
}

/** What is no owner's document, whoever wrote it, makes nobody an owner. */
function toOwner(document: DocumentSnapshot): Owner | undefined {
  const { uid, email, since, removedAt } = document.data() ?? {}
  const isWhole = typeof uid === 'string' && typeof email === 'string' && isTimestamp(since)
  return isWhole && removedAt === null ? { uid, email, since: since.toDate() } : undefined
}

/** Told by what it can do: there may be two libraries, each with a class of its own. */
function isTimestamp(value: unknown): value is Timestamp {
  return typeof value === 'object' && value !== null && 'toDate' in value
}

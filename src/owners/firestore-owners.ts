import { setTimeout } from 'node:timers/promises'

import type { DocumentSnapshot, FieldValue, Firestore } from '@google-cloud/firestore'

import { callFirestoreOnce } from '../google/call-firestore.ts'
import { isTimestamp } from '../google/firestore-client.ts'
import { createFirstOwnerLock, type FirstOwnerOptions } from './firestore-first-owner.ts'
import { isAfterSecondOf, type Owner, type Owners } from './owners.ts'

const ownersCollection = 'owners'

export interface FirestoreOwnersOptions extends Pick<FirstOwnerOptions, 'lockLifetimeMs'> {
  readonly firestore: Firestore
  /** `FieldValue.serverTimestamp` of the library of `firestore`. Google's clock, as for the times of sign-ins. */
  readonly serverTimestamp: () => FieldValue
}

/**
 * The owners in the collection `owners`, one document each: `{ uid, email, since, removedAt }`. A removed owner's document
 * stays: it shows that the shop has been claimed.
 *
 * Only "claimed", which never ends, is cached. Everything else is read each time, so that removing an owner takes effect
 * in every process at once.
 */
export function createFirestoreOwners(options: FirestoreOwnersOptions): Owners {
  const { firestore, serverTimestamp, lockLifetimeMs } = options
  const owners = firestore.collection(ownersCollection)
  /** A custom token can have a uid that is not valid as the id of a document. */
  const idOf = (uid: string) => Buffer.from(uid).toString('base64url')
  const documentOf = (uid: string) => owners.doc(idOf(uid))
  const toDocument = ({ uid, email }: Pick<Owner, 'uid' | 'email'>) => {
    return { uid, email, since: serverTimestamp(), removedAt: null }
  }
  const lock = createFirstOwnerLock({ firestore, owners, serverTimestamp, lockLifetimeMs })
  let isKnownToBeClaimed = false

  return {
    async list() {
      const { docs } = await callFirestoreOnce(owners.get())
      const found = docs.map(toOwner).filter((owner) => owner !== undefined)
      return found.toSorted((one, other) => one.since.getTime() - other.since.getTime())
    },
    async has(signIn) {
      const owner = toOwner(await callFirestoreOnce(documentOf(signIn.uid).get()))
      return owner !== undefined && isAfterSecondOf(signIn, owner.since)
    },
    async add(owner) {
      const { writeTime } = await callFirestoreOnce(documentOf(owner.uid).set(toDocument(owner)))
      await setTimeout(1_000 - (writeTime.toMillis() % 1_000)) // A sign-in in this second would not count.
    },
    async addFirst(prepare) {
      const token = await lock.acquire()
      if (token === undefined) return false
      let isFirst
      try {
        const owner = await prepare()
        isFirst = await lock.complete(token, { id: idOf(owner.uid), fields: toDocument(owner) })
      } catch (error) {
        await lock.complete(token).catch(() => undefined) // It ends by itself.
        throw error
      }
      await setTimeout(1_000) // A sign-in in the second of this write would not count.
      return isFirst
    },
    async remove(uid) {
      if (toOwner(await callFirestoreOnce(documentOf(uid).get())) === undefined) return
      await callFirestoreOnce(documentOf(uid).update({ removedAt: serverTimestamp() }))
    },
    async isClaimed() {
      isKnownToBeClaimed ||= !(await callFirestoreOnce(owners.limit(1).get())).empty
      return isKnownToBeClaimed
    },
  }
}

/** A malformed document grants nothing. */
function toOwner(document: DocumentSnapshot): Owner | undefined {
  const { uid, email, since, removedAt } = document.data() ?? {}
  const isWhole = typeof uid === 'string' && typeof email === 'string' && isTimestamp(since)
  return isWhole && removedAt === null ? { uid, email, since: since.toDate() } : undefined
}

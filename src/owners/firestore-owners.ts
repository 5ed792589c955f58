import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'

import type { CollectionReference, DocumentSnapshot, Firestore, Transaction } from '@google-cloud/firestore'

import { ShopError } from '../domain/errors.ts'
import { callFirestoreOnce } from '../google/call-firestore.ts'
import { isTimestamp, type FirestoreClient } from '../google/firestore-client.ts'
import { problems } from '../messages/messages.ts'
import type { Owner, OwnerAccount, Owners } from './owners.ts'

/** A transaction may be retried several times. */
const transactionMs = 20_000

/** Longer than adding an owner takes, with the timeouts of its calls: the lock of a process that has died ends by itself. */
const defaultLifetimeMs = 120_000

export interface FirestoreOwnersOptions extends FirestoreClient {
  /** How long the lock of a process that adds the first owner keeps others out, two minutes by default. */
  readonly lockLifetimeMs?: number
}

/**
 * The owners in the collection `owners`, one document each: `{ uid, email, since, removedAt }`. A removed owner's document
 * stays: it shows that the shop has been claimed.
 *
 * Only "claimed", which never ends, is cached. Everything else is read each time, so that removing an owner takes effect
 * in every process at once.
 *
 * An owner counts only with the address that she was added with, verified: Google has no way to revoke a link that changes it,
 * and a thief may have asked for one. He could set it back, but not verify it.
 */
export function createFirestoreOwners(options: FirestoreOwnersOptions): Owners {
  const { firestore, serverTimestamp } = options
  const owners = firestore.collection('owners')
  /** A custom token can have a uid that is not valid as the id of a document. */
  const idOf = (uid: string) => Buffer.from(uid).toString('base64url')
  const documentOf = (uid: string) => owners.doc(idOf(uid))
  /** By Google's clock, as the times of sign-ins. */
  const toDocument = ({ uid, email }: OwnerAccount) => ({ uid, email, since: serverTimestamp(), removedAt: null })
  const lock = createFirstOwnerLock(options, owners)
  let isKnownToBeClaimed = false

  return {
    async list() {
      const { docs } = await callFirestoreOnce(owners.get())
      const found = docs.map(toOwner).filter((owner) => owner !== undefined)
      return found.toSorted((one, other) => one.since.getTime() - other.since.getTime())
    },
    async has({ uid, verifiedEmail, signedInAt }) {
      const owner = toOwner(await callFirestoreOnce(documentOf(uid).get()))
      // In whole seconds: nobody can say whether a sign-in in the same second came before.
      return owner !== undefined && owner.email === verifiedEmail?.toLowerCase() && signedInAt > owner.since
    },
    async add(owner) {
      const { writeTime } = await callFirestoreOnce(documentOf(owner.uid).set(toDocument(owner)))
      await setTimeout(1_000 - (writeTime.toMillis() % 1_000)) // A sign-in in this second would not count.
    },
    async addFirst(prepare) {
      const token = randomUUID()
      if (!(await lock.acquire(token))) return false
      let isFirst
      try {
        const owner = await prepare()
        isFirst = await lock.addOwner(token, { id: idOf(owner.uid), fields: toDocument(owner) })
      } catch (error) {
        await lock.release(token).catch(() => undefined) // It ends by itself.
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
  return isWhole && removedAt === null ? { uid, email: email.toLowerCase(), since: since.toDate() } : undefined
}

/**
 * A lock for the process that adds the first owner: a document that transactions read and write, so that only one process
 * holds it. It stays, with `hasAdded`, when its owner was added.
 *
 * The library runs a transaction again whose answer was lost: each finds out from the document whether it was made.
 */
function createFirstOwnerLock(options: FirestoreOwnersOptions, owners: CollectionReference) {
  const { firestore, serverTimestamp, lockLifetimeMs = defaultLifetimeMs } = options
  const document = firestore.collection('claims').doc('first')
  const transact: Firestore['runTransaction'] = (work) =>
    callFirestoreOnce(firestore.runTransaction(work), transactionMs)
  const read = async (transaction: Transaction, token: string) => {
    const [anyOwner, lock] = await Promise.all([transaction.get(owners.limit(1)), transaction.get(document)])
    return { isClaimed: !anyOwner.empty, lock, isHeld: lock.get('token') === token }
  }
  return {
    /**
     * @param token a new one.
     * @returns `false` if the shop has been claimed. @throws ShopError `shop-busy` while another process holds the lock.
     */
    acquire: (token: string) =>
      transact(async (transaction) => {
        const { isClaimed, lock, isHeld } = await read(transaction, token)
        if (isClaimed || isHeld) return !isClaimed
        if (ageMs(lock) < lockLifetimeMs) throw busy()
        transaction.set(document, { token, at: serverTimestamp() })
        return true
      }),
    /**
     * Writes the owner while the lock is held.
     *
     * @returns whether the owner was written: not if a command has added one meanwhile, which needs no lock.
     * @throws ShopError `shop-busy` if another process has the lock by now.
     */
    addOwner: (token: string, owner: { readonly id: string; readonly fields: object }) =>
      transact(async (transaction) => {
        const { isClaimed, lock, isHeld } = await read(transaction, token)
        if (!isHeld) throw busy()
        if (isClaimed) return lock.get('hasAdded') === true
        transaction.set(owners.doc(owner.id), owner.fields).update(document, { hasAdded: true })
        return true
      }),
    release: (token: string) =>
      transact(async (transaction) => {
        const { isHeld } = await read(transaction, token)
        if (isHeld) transaction.delete(document)
      }),
  }
}

/** By Google's clock; infinite if there is no lock. */
function ageMs({ readTime, updateTime }: DocumentSnapshot): number {
  return updateTime === undefined ? Infinity : readTime.toMillis() - updateTime.toMillis()
}

function busy(): ShopError {
  return new ShopError('shop-busy', problems.busy)
}

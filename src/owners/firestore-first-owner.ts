import { randomUUID } from 'node:crypto'

import type { CollectionReference, DocumentSnapshot, FieldValue, Firestore } from '@google-cloud/firestore'

import { ShopError } from '../domain/errors.ts'
import { callFirestoreOnce } from '../google/call-firestore.ts'
import { problems } from '../messages/messages.ts'

/** A transaction may be retried several times. */
const timeoutMs = 20_000

/** Longer than adding an owner takes, with the timeouts of its calls: the lock of a process that has died ends by itself. */
const lockLifetimeMs = 120_000

export interface FirstOwnerOptions {
  readonly firestore: Firestore
  /** The collection of owners. */
  readonly owners: CollectionReference
  readonly serverTimestamp: () => FieldValue
}

export type FirstOwnerLock = ReturnType<typeof createFirstOwnerLock>

/**
 * A lock for the process that adds the first owner: a document that transactions read and write, so that only one process
 * holds it.
 */
export function createFirstOwnerLock({ firestore, owners, serverTimestamp }: FirstOwnerOptions) {
  const document = firestore.collection('claims').doc('first')
  const transact: Firestore['runTransaction'] = (work) => callFirestoreOnce(timeoutMs, firestore.runTransaction(work))
  return {
    /**
     * @returns the token of the lock; `undefined` if the shop has been claimed.
     * @throws ShopError `shop-busy` while another process holds the lock.
     */
    acquire: () =>
      transact(async (transaction) => {
        const [anyOwner, lock] = await Promise.all([transaction.get(owners.limit(1)), transaction.get(document)])
        if (!anyOwner.empty) return undefined
        if (isHeld(lock)) throw busy()
        const token = randomUUID()
        transaction.set(document, { token, at: serverTimestamp() })
        return token
      }),
    /**
     * Ends the lock, and writes the owner in the same transaction.
     *
     * @throws ShopError `shop-busy` if another process has the lock by now.
     */
    complete: (token: string, owner?: { readonly id: string; readonly fields: object }) =>
      transact(async (transaction) => {
        const lock = await transaction.get(document)
        if (lock.get('token') !== token) throw busy()
        if (owner) transaction.set(owners.doc(owner.id), owner.fields)
        transaction.delete(document)
      }),
  }
}

function isHeld({ exists, readTime, updateTime }: DocumentSnapshot): boolean {
  return exists && updateTime !== undefined && readTime.toMillis() - updateTime.toMillis() < lockLifetimeMs
}

function busy(): ShopError {
  return new ShopError('shop-busy', problems.busy)
}

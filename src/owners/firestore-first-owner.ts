import { randomUUID } from 'node:crypto'

import type { CollectionReference, DocumentSnapshot, FieldValue, Firestore, Transaction } from '@google-cloud/firestore'

import { ShopError } from '../domain/errors.ts'
import { callFirestoreOnce } from '../google/call-firestore.ts'
import { problems } from '../messages/messages.ts'

/** A transaction may be retried several times. */
const timeoutMs = 20_000

/** Longer than adding an owner takes, with the timeouts of its calls: the lock of a process that has died ends by itself. */
const defaultLifetimeMs = 120_000

export interface FirstOwnerOptions {
  readonly firestore: Firestore
  /** The collection of owners. */
  readonly owners: CollectionReference
  readonly serverTimestamp: () => FieldValue
  /** How long a lock keeps other processes out, two minutes by default. */
  readonly lockLifetimeMs?: number | undefined
}

/**
 * A lock for the process that adds the first owner: a document that transactions read and write, so that only one process
 * holds it.
 */
export function createFirstOwnerLock(options: FirstOwnerOptions) {
  const { firestore, owners, serverTimestamp, lockLifetimeMs = defaultLifetimeMs } = options
  const document = firestore.collection('claims').doc('first')
  const transact: Firestore['runTransaction'] = (work) => callFirestoreOnce(firestore.runTransaction(work), timeoutMs)
  const read = async (transaction: Transaction) => {
    const [anyOwner, lock] = await Promise.all([transaction.get(owners.limit(1)), transaction.get(document)])
    return { isClaimed: !anyOwner.empty, lock }
  }
  return {
    /**
     * @returns the token of the lock; `undefined` if the shop has been claimed.
     * @throws ShopError `shop-busy` while another process holds the lock.
     */
    acquire: () =>
      transact(async (transaction) => {
        const { isClaimed, lock } = await read(transaction)
        if (isClaimed) return undefined
        if (ageMs(lock) < lockLifetimeMs) throw busy()
        const token = randomUUID()
        transaction.set(document, { token, at: serverTimestamp() })
        return token
      }),
    /**
     * Ends the lock, and writes the owner in the same transaction.
     *
     * @returns whether the owner was written: not if a command has added one meanwhile, which needs no lock.
     * @throws ShopError `shop-busy` if another process has the lock by now.
     */
    complete: (token: string, owner?: { readonly id: string; readonly fields: object }) =>
      transact(async (transaction) => {
        const { isClaimed, lock } = await read(transaction)
        if (lock.get('token') !== token) throw busy()
        transaction.delete(document)
        if (owner === undefined || isClaimed) return false
        transaction.set(owners.doc(owner.id), owner.fields)
        return true
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

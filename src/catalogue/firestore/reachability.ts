import type { Firestore } from '@google-cloud/firestore'

import { withTimeout } from '../../google/firestore-error.ts'
import { collectionName } from './item-document.ts'

const answerMs = 4_000

/** Whether Firestore responds right now. Costs one read, of a document that no item can have. Never rejects. */
export async function isReachable(firestore: Firestore): Promise<boolean> {
  try {
    await withTimeout(answerMs, firestore.collection(collectionName).doc('~').get())
    return true
  } catch {
    return false // The error itself does not matter.
  }
}

import { isInvalidInput } from '../../domain/invalid-input.ts'
import type { StoredItem } from '../../domain/item-state.ts'
import { parseNewItem } from '../../domain/item.ts'
import type { FirestoreClient } from '../../google/firestore-client.ts'
import type { ItemDocument } from '../firestore/item-document.ts'
import type { TransferItem } from './transfer.ts'

/** The item of a document; `undefined` if it breaks a rule of the domain, so that no other store could import it. */
export function toTransferableItem({ item, hidden, removedAt, faults }: ItemDocument): StoredItem | undefined {
  if (faults.length > 0) return undefined
  const { id, createdAt, sold, photos, ...fields } = item
  try {
    return { id, createdAt, ...parseNewItem(fields, { isStored: true }), photos, sold, hidden, removedAt }
  } catch (error) {
    if (!isInvalidInput(error)) throw error
    return undefined
  }
}

/** The last microsecond of a millisecond: more items than that share it. */
const maxTieBreaker = 999

/** An item's time as a timestamp, with the tie-breaker in the microseconds, which no item shows. */
export function toListedAt(
  { createdAt, tieBreaker }: Pick<TransferItem, 'createdAt' | 'tieBreaker'>,
  createTimestamp: FirestoreClient['createTimestamp'],
): ReturnType<FirestoreClient['createTimestamp']> {
  const seconds = Math.floor(createdAt.getTime() / 1_000)
  const milliseconds = createdAt.getTime() - seconds * 1_000
  return createTimestamp(seconds, (milliseconds * 1_000 + Math.min(tieBreaker, maxTieBreaker)) * 1_000)
}

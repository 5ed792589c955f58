import { isInvalidInput } from '../../domain/invalid-input.ts'
import type { StoredItem } from '../../domain/item-state.ts'
import { parseNewItem } from '../../domain/item.ts'
import type { ItemDocument } from '../firestore/item-document.ts'

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

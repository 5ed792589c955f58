import { isInvalidInput } from '../../domain/invalid-input.ts'
import type { StoredItem } from '../../domain/item-state.ts'
import { parseNewItem } from '../../domain/item.ts'
import { toManagedItem, type ItemDocument } from '../firestore/item-document.ts'

/** The item of a document and its note; `undefined` if it breaks a rule of the domain, so that no other store could import it. */
export function toTransferableItem(document: ItemDocument, note: string | null): StoredItem | undefined {
  const { hidden, removedAt, version: _, ...item } = toManagedItem(document, note)
  if (document.faults.length > 0) return undefined
  const { id, createdAt, sold, photos, reserved, reservedUntil, reservedNote, ...fields } = item
  try {
    const state = { photos, sold, hidden, removedAt, reserved, reservedUntil, reservedNote }
    return { id, createdAt, ...parseNewItem(fields, { isStored: true }), ...state }
  } catch (error) {
    if (!isInvalidInput(error)) throw error
    return undefined
  }
}

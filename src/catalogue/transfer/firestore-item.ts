import { isInvalidInput } from '../../domain/invalid-input.ts'
import type { StoredItem } from '../../domain/item-state.ts'
import { parseNewItem } from '../../domain/item.ts'
import { toManagedItem, type ItemDocument } from '../firestore/item-document.ts'

/** The item of a document and its note; `undefined` if it breaks a rule of the domain, so that no other store could import it. */
export function toTransferableItem(document: ItemDocument, note: string | null): StoredItem | undefined {
  if (document.faults.length > 0) return undefined
  const { version: _, photos, ...item } = toManagedItem(document, note)
  try {
    return { ...item, ...parseNewItem(item, { isStored: true }), photos }
  } catch (error) {
    if (!isInvalidInput(error)) throw error
    return undefined
  }
}

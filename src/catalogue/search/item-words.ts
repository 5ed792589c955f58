import { termsOf } from '../../domain/catalogue/search-terms.ts'
import { searchedTexts } from '../../domain/item-fields.ts'
import type { StoredItem } from '../../domain/item-state.ts'
import { isFiller } from './same-words.ts'

/** How many fields are told apart: texts of one rank count as one. */
export const searchedFieldCount = searchedTexts.length

/** The words of an item that are searched for, each with the number of the first field that has it. */
export function wordsOf(item: StoredItem): Map<string, number> {
  const words = new Map<string, number>()
  for (const [field, names] of searchedTexts.entries()) {
    for (const name of names) {
      for (const term of termsOf(item[name] ?? '')) if (!words.has(term) && !isFiller(term)) words.set(term, field)
    }
  }
  return words
}

/** Whether two versions of an item have the same words in the same fields. */
export function haveSameTexts(a: StoredItem, b: StoredItem): boolean {
  return searchedTexts.flat().every((name) => a[name] === b[name])
}

import type { Cursor } from '../domain/catalogue/catalogue-query.ts'
import { categoryKey } from '../domain/catalogue/category.ts'
import { itemFields } from '../domain/item-fields.ts'
import type { CatalogueSearch } from './search/catalogue-search.ts'
import type { Store } from './store.ts'

const { absent: defaultCategory } = itemFields.category

/** Whether items without a category get this one. It has one spelling: if it had another, the next such item would undo that. */
export function isDefaultCategory(name: string): boolean {
  return categoryKey(name) === categoryKey(defaultCategory)
}

/**
 * Spells a category that visitors see as the shop does: only renaming a category changes its spelling. Nobody waits for an
 * index that is not filled yet, and what is saved before keeps its own.
 */
export async function adoptSpelling<Fields extends { readonly category: string }>(
  fields: Fields,
  search: Pick<CatalogueSearch, 'isIndexed' | 'categoryName'>,
): Promise<Fields> {
  if (isDefaultCategory(fields.category)) return { ...fields, category: defaultCategory }
  if (!search.isIndexed()) return fields
  return { ...fields, category: (await search.categoryName(fields.category)) ?? fields.category }
}

/**
 * How many items change their category at once: few enough for one batch of Firestore that no listener misses, and others
 * have their turn in between.
 */
const batchSize = 20

type CategoryPage = Awaited<ReturnType<CatalogueSearch['listCategory']>>

/** Browsers wait for 45 seconds (`requestTimeoutMs`), and a batch may take 25: three attempts at Firestore. */
const longestRenameMs = 15_000

interface Catalogue {
  readonly store: Pick<Store, 'changeCategory'>
  readonly search: Pick<CatalogueSearch, 'listCategory'>
  /** Keeps the names that the category has in other languages. */
  readonly carryNames: (from: string, to: string) => Promise<void>
}

export interface RenameOutcome {
  /** How many items were changed. */
  readonly changed: number
  /** `false`: the time was up before all were. */
  readonly isDone: boolean
}

/**
 * Gives all items of a category, visible or not, another one, and then its names. Calling it again continues one that was
 * interrupted or not done. Rejects with ShopError `storage-unavailable`.
 *
 * @param allowedMs once it has changed items, it begins no batch after this many milliseconds.
 */
export async function renameCategory(
  { store, search, carryNames }: Catalogue,
  from: string,
  to: string,
  allowedMs = longestRenameMs,
): Promise<RenameOutcome> {
  const deadline = performance.now() + allowedMs
  let changed = 0
  for (let cursor: Cursor | null = null; ;) {
    const { ids, next }: CategoryPage = await search.listCategory(from, cursor, batchSize)
    changed += await store.changeCategory(ids, from, to)
    if (next === null) break
    if (changed > 0 && performance.now() > deadline) return { changed, isDone: false }
    cursor = next
  }
  await carryNames(from, to)
  return { changed, isDone: true }
}

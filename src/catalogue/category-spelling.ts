import { categoryKey } from '../domain/catalogue/category.ts'
import type { CatalogueSearch } from './search/catalogue-search.ts'

/**
 * Spells a category that visitors see as the shop does: only renaming a category changes its spelling. Nobody waits for an
 * index that is not filled yet, and what is saved before keeps its own.
 */
export async function adoptSpelling<Fields extends { readonly category: string }>(
  fields: Fields,
  search: Pick<CatalogueSearch, 'isIndexed' | 'overview'>,
): Promise<Fields> {
  if (!search.isIndexed()) return fields
  const { categories } = await search.overview()
  const key = categoryKey(fields.category)
  const category = categories.find((each) => each.key === key)?.name ?? fields.category
  return { ...fields, category }
}

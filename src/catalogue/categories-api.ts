import { Hono } from 'hono'

import { categoryKey } from '../domain/catalogue/category.ts'
import { parseCategoryRename } from '../domain/catalogue/rename-category.ts'
import type { Log } from '../log.ts'
import { createOwnerChecks } from '../owners/owners-only.ts'
import type { RequestChecks } from '../owners/permissions.ts'
import type { Bindings } from '../web/bindings.ts'
import { adoptSpelling, renameCategory } from './categories.ts'
import type { CatalogueSearch } from './search/catalogue-search.ts'
import type { Store } from './store.ts'

export interface CategoriesApiOptions extends RequestChecks {
  readonly store: Pick<Store, 'changeCategory'>
  readonly search: Pick<CatalogueSearch, 'categoryName' | 'isIndexed' | 'listCategory' | 'overview'>
  /** Keeps the names that the category has in other languages. */
  readonly carryNames: (from: string, to: string) => Promise<void>
  readonly log: Log
}

/**
 * How owners rename categories.
 *
 * - `GET /`: the categories that visitors see, with the number of their items.
 * - `POST /rename` `{ from, to }`: gives all items of a category another one. Answers how many it changed, and the category
 *   that they are in now, with the number of its items that visitors see. It may be sent again.
 */
export function createCategoriesApi(options: CategoriesApiOptions) {
  const { search, log } = options
  const { ownersOnly, readBody } = createOwnerChecks(options)
  const api = new Hono<Bindings>()

  api.get('/', ownersOnly, async (context) => {
    const { revision, categories } = await search.overview()
    return context.json({ revision, categories: categories.map(({ name, count }) => ({ name, count })) })
  })
  api.post('/rename', ownersOnly, async (context) => {
    const { from, to: typed } = await readBody(context, parseCategoryRename)
    const isSame = categoryKey(from) === categoryKey(typed)
    const to = isSame ? typed : (await adoptSpelling({ category: typed }, search)).category
    const changed = await renameCategory(options, from, to)
    await options.carryNames(from, to)
    log.warn({ uid: context.get('owner').uid, from, to, changed }, 'an owner renamed a category')
    const { categories } = await search.overview()
    const count = categories.find(({ key }) => key === categoryKey(to))?.count ?? 0
    return context.json({ changed, category: { name: to, count } })
  })
  return api
}

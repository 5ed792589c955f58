import { Hono } from 'hono'

import { parseCategoryRename } from '../domain/catalogue/rename-category.ts'
import type { Log } from '../log.ts'
import { createOwnerChecks } from '../owners/owners-only.ts'
import type { RequestChecks } from '../owners/permissions.ts'
import type { Bindings } from '../web/bindings.ts'
import type { Store } from './store.ts'

export interface CategoriesApiOptions extends RequestChecks {
  readonly store: Pick<Store, 'overview' | 'renameCategory'>
  readonly log: Log
}

/**
 * How owners rename categories.
 *
 * - `GET /`: the categories that visitors see, with the number of their items.
 * - `POST /rename` `{ from, to }`: gives all items of a category another one, and answers how many it changed. It may be
 *   sent again.
 */
export function createCategoriesApi(options: CategoriesApiOptions) {
  const { store, log } = options
  const { ownersOnly, readBody } = createOwnerChecks(options)
  const api = new Hono<Bindings>()

  api.on('GET', '/', ownersOnly)
  api.on('POST', '/rename', ownersOnly)
  api.get('/', async (context) => {
    const { revision, categories } = await store.overview()
    return context.json({ revision, categories: categories.map(({ name, count }) => ({ name, count })) })
  })
  api.post('/rename', async (context) => {
    const { from, to } = parseCategoryRename(await readBody(context))
    const changed = await store.renameCategory(from, to)
    log.warn({ uid: context.get('owner').uid, from, to, changed }, 'an owner renamed a category')
    return context.json({ changed })
  })
  return api
}

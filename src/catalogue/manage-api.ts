import { Hono, type Context } from 'hono'

import { toReport, type BackupStatus } from '../backup/daily/backup-status.ts'
import { categoryKey } from '../domain/catalogue/category.ts'
import { managedListPath, managedPageSize, type ManagedQuery } from '../domain/catalogue/managed-list.ts'
import { parseCategoryRename } from '../domain/catalogue/rename-category.ts'
import { parseItemState, replaceFields, type ItemChanges, type ManagedItem } from '../domain/item-state.ts'
import { isItemId, parseNewItem } from '../domain/item.ts'
import type { SettingsReport } from '../domain/shop-settings.ts'
import type { Log } from '../log.ts'
import { problems } from '../messages/messages.ts'
import { createOwnerChecks } from '../owners/owners-only.ts'
import type { RequestChecks } from '../owners/permissions.ts'
import type { PhotoLibrary } from '../photos/photo-library.ts'
import type { RemoteCopies } from '../photos/remote-copy/remote-copies.ts'
import type { Bindings } from '../web/bindings.ts'
import { readVersion, toTag } from '../web/middleware/entity-tag.ts'
import { adoptSpelling, isDefaultCategory, renameCategory } from './categories.ts'
import { touchPhotos, markPhotosUsed } from './item-photos.ts'
import { missingItemError } from './items-api.ts'
import { idIn, readManagedQuery } from './managed-query.ts'
import type { CatalogueSearch } from './search/catalogue-search.ts'
import { stateBits, statesOf } from './search/item-states.ts'
import type { ManagedPage } from './search/search-results.ts'
import type { Store } from './store.ts'

export interface ManageApiOptions extends RequestChecks {
  readonly store: Store
  readonly search: Pick<CatalogueSearch, 'categoryName' | 'isIndexed' | 'listManaged'>
  readonly photos: Pick<PhotoLibrary, 'touch' | 'markUsed'>
  readonly copies: RemoteCopies
  readonly log: Log
  /** See `Backend`. */
  readonly backupStatus: (() => BackupStatus) | undefined
  /** The shop's settings now. */
  readonly settingsReport: () => SettingsReport
}

/**
 * How owners manage items. Each response has the item as it is now, with its version in `ETag`:
 *
 * - `GET /manage/items`: the newest items, as many as fit on a page, with the path of the next page in `next`; in `counts` how
 *   many there are in each state; in `warnings` what is wrong with the shop's settings, in `described` which parts of them the
 *   owner has filled in, and in `backup` the last backup and why there is no recent one, except in the cloud. `q` searches, an item's id or link too; `state` is one of `counts`.
 * - `GET /manage/items/:id`: one of them.
 * - `PUT /items/:id`: replaces all fields, as for a new item; details that it leaves out stay. `PATCH /items/:id`: changes the
 *   state, the price or the reservation. Both need the version that they change in `If-Match`; if the item has another one,
 *   the response is 412 with the current item.
 * - `DELETE /items/:id`, `POST /items/:id/restore`.
 */
export function createManageApi(options: ManageApiOptions) {
  const { store, search, photos, copies, backupStatus, settingsReport } = options
  const { ownersOnly, readBody } = createOwnerChecks(options)
  const api = new Hono<Bindings>()

  api.get('/manage/items', ownersOnly, async (context) => {
    const parameters = new URL(context.req.url).searchParams
    const query = readManagedQuery(parameters)
    const { next, ...page } = await list(query, parameters.get('q') ?? '')
    const backup = backupStatus && toReport(backupStatus())
    return context.json({
      ...page,
      ...(next && { next: managedListPath({ ...query, cursor: next }) }),
      ...settingsReport(),
      backup,
    })
  })
  api.get('/manage/items/:id', ownersOnly, async (context) => show(context, await findManaged(context.req.param('id'))))

  api.put('/items/:id', ownersOnly, async (context) => change(context, await readBody(context, readFields)))
  api.patch('/items/:id', ownersOnly, async (context) => change(context, await readBody(context, parseItemState)))
  api.delete('/items/:id', ownersOnly, async (context) => show(context, await store.remove(context.req.param('id'))))
  api.post('/items/:id/restore', ownersOnly, async (context) =>
    show(context, await store.restore(context.req.param('id'))),
  )
  return api

  /** @param typed what is searched for, as it was typed. */
  async function list(query: ManagedQuery, typed: string): Promise<ManagedPage> {
    const page = await search.listManaged(query, managedPageSize)
    const id = page.total === 0 ? idIn(typed) : undefined
    const item = id === undefined ? undefined : await findManaged(id)
    const isWanted = item && (statesOf(item) & stateBits[query.state]) !== 0
    return isWanted ? { ...page, items: [item], total: 1 } : page
  }

  async function findManaged(id: string): Promise<ManagedItem | undefined> {
    return isItemId(id) ? store.findManaged(id) : undefined
  }

  async function readFields(body: unknown): Promise<ItemChanges> {
    return replaceFields(await touchPhotos(await adoptSpelling(parseNewItem(body), search), photos), body)
  }

  async function change(context: Context<Bindings, '/items/:id'>, changes: ItemChanges): Promise<Response> {
    const version = readVersion(context)
    const outcome = await store.update(context.req.param('id'), changes, version)
    if (outcome?.isDone && changes.photos !== undefined) await markPhotosUsed(outcome.item, options)
    if (outcome?.isDone && changes.imageUrl !== undefined) copies.enqueue(outcome.item)
    if (outcome === undefined || outcome.isDone) return show(context, outcome?.item)
    const error = { code: 'item-changed', message: problems.itemChanged }
    return context.json({ error, item: outcome.item }, 412, { ETag: toTag(outcome.item) })
  }

  async function show(context: Context<Bindings, '/items/:id'>, item: ManagedItem | undefined): Promise<Response> {
    if (item === undefined) throw await missingItemError(store, context.req.param('id'))
    return context.json(item, 200, { ETag: toTag(item) })
  }
}

interface CategoriesApiOptions extends RequestChecks {
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
 * - `POST /rename` `{ from, to }`: gives all items of a category another one. Answers how many it changed, whether it is done,
 *   and the category that they are in now, with the number of its items that visitors see. It may be sent again, and must be
 *   until it is done: a browser does not wait as long as thousands of items take in the cloud.
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
    const isRespelled = categoryKey(from) === categoryKey(typed) && !isDefaultCategory(typed)
    const to = isRespelled ? typed : (await adoptSpelling({ category: typed }, search)).category
    const outcome = await renameCategory(options, from, to)
    log.warn({ uid: context.get('owner').uid, from, to, ...outcome }, 'an owner renamed a category')
    const { categories } = await search.overview()
    const count = categories.find(({ key }) => key === categoryKey(to))?.count ?? 0
    return context.json({ ...outcome, category: { name: to, count } })
  })
  return api
}

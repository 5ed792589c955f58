import { Hono, type Context } from 'hono'

import { categoryKey } from '../domain/catalogue/category.ts'
import { ShopError, type ErrorCode } from '../domain/errors.ts'
import { isUnchanged, keepRemoteCopy, initialState } from '../domain/item-state.ts'
import { isItemId, parseNewItem, type Item, type NewItem } from '../domain/item.ts'
import { item as itemWords, problems } from '../messages/messages.ts'
import type { RequestChecks } from '../owners/permissions.ts'
import type { PhotoLibrary } from '../photos/photo-library.ts'
import type { RemoteCopies } from '../photos/remote-copy/remote-copies.ts'
import type { Bindings } from '../web/bindings.ts'
import { readJson, readThenCheck } from '../web/middleware/read-body.ts'
import { adoptSpelling } from './categories.ts'
import { readIdempotencyKey } from './idempotency-key.ts'
import { createListHandler } from './item-list.ts'
import { touchPhotos, markPhotosUsed } from './item-photos.ts'
import { createItemReadLimit } from './item-read-limit.ts'
import type { SearchLimit } from './search-limit.ts'
import type { CatalogueSearch } from './search/catalogue-search.ts'
import type { Store } from './store.ts'

export interface ItemsApiOptions extends RequestChecks {
  readonly store: Store
  readonly search: CatalogueSearch
  readonly photos: Pick<PhotoLibrary, 'touch' | 'markUsed'>
  readonly copies: RemoteCopies
  readonly limitSearch: SearchLimit
  /** See `Backend`. */
  readonly recordContributor: ((uid: string) => void) | undefined
}

/**
 * Whether a stored item still equals the one in the request; a remote copy added since, and another spelling of the category,
 * make no difference.
 */
function matchesRequest(item: Item, newItem: NewItem): boolean {
  const stored = { ...initialState, ...item }
  const isSameCategory = categoryKey(item.category) === categoryKey(newItem.category)
  const { category } = isSameCategory ? item : newItem
  return isUnchanged(stored, keepRemoteCopy(stored, { ...newItem, category }))
}

/** The error for an id without an item: purged, or never used. */
export async function missingItemError(store: Pick<Store, 'isGone'>, id: string): Promise<ShopError> {
  if (isItemId(id) && (await store.isGone(id))) return new ShopError('item-gone', itemWords.gone)
  return new ShopError('item-not-found', itemWords.notFound)
}

/**
 * `GET /` a list of items, `GET /:id` one of them, `POST /` a new one.
 *
 * A client that sent an `Idempotency-Key` with a new item and got no response may send the same request again: the
 * first attempt adds the item (201), each later one returns it (200). If the stored item differs from the request by
 * then, the response is 409 `already-added`, with the item as visitors see it, if they do; nothing is changed.
 */
export function createItemsApi(options: ItemsApiOptions) {
  const { store, search, access, permissions, limits, photos, copies, recordContributor } = options
  const api = new Hono<Bindings>()
  const limitItemRead = createItemReadLimit(options)
  const requireMayAdd = async (context: Context<Bindings>) => {
    const visitor = await access.identify(context.req.header('Authorization'), context.get('clientAddress'))
    await permissions.requireMayAdd(visitor)
    return visitor
  }

  api.get('/', createListHandler(options))

  api.get('/:id', async (context) => {
    const id = context.req.param('id')
    await limitItemRead(context, id)
    const item = isItemId(id) ? await store.find(id) : undefined
    if (!item) throw await missingItemError(store, id)
    return context.json(item)
  })

  api.post('/', async (context) => {
    const visitor = await requireMayAdd(context)
    const address = context.get('clientAddress')
    await limits.attempt(visitor.uid, address)
    const idempotencyKey = readIdempotencyKey(context.req.header('Idempotency-Key'))
    // Keys are scoped per user.
    const key = idempotencyKey === undefined ? undefined : JSON.stringify([visitor.uid, idempotencyKey])
    const read = async () => {
      const request = parseNewItem(await readJson(context))
      await limits.addItem(visitor.uid, address, key)
      return touchPhotos(await adoptSpelling(request, search), photos)
    }
    const newItem = await readThenCheck(read, () => requireMayAdd(context))
    recordContributor?.(visitor.uid)
    const { isNew, item } =
      key === undefined ? { isNew: true, item: await store.add(newItem) } : await store.addOnce(newItem, key)
    if (isNew) await markPhotosUsed(newItem, photos)
    if (item === undefined || !(isNew || matchesRequest(item, newItem))) {
      const message = item === undefined ? problems.alreadyAddedNotVisible : problems.alreadyAdded
      return context.json({ error: { code: 'already-added' satisfies ErrorCode, message }, item }, 409)
    }
    if (isNew) copies.enqueue(item) // A failed copy is tried again when the item is changed.
    return context.json(item, isNew ? 201 : 200, { Location: `/api/items/${item.id}` })
  })
  return api
}

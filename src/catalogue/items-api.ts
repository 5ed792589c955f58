import { Hono, type Handler } from 'hono'

import {
  catalogueSearch,
  isPlain,
  readCatalogueQuery,
  type CatalogueQuery,
  type Cursor,
} from '../domain/catalogue/catalogue-query.ts'
import { categoryKey } from '../domain/catalogue/category.ts'
import { ShopError, type ErrorCode } from '../domain/errors.ts'
import { initialState, isUnchanged, keepRemoteCopy } from '../domain/item-state.ts'
import { isItemId, itemListSize, parseNewItem, type Item, type NewItem } from '../domain/item.ts'
import { fill } from '../domain/template.ts'
import type { Log } from '../log.ts'
import { item as itemWords, problems } from '../messages/messages.ts'
import { requireMayAdd, type RequestChecks } from '../owners/permissions.ts'
import type { PhotoLibrary } from '../photos/photo-library.ts'
import type { RemoteCopies } from '../photos/remote-copy/remote-copies.ts'
import type { Bindings } from '../web/bindings.ts'
import { readJson, readThenCheck } from '../web/middleware/read-body.ts'
import { adoptSpelling } from './categories.ts'
import { readIdempotencyKey } from './idempotency-key.ts'
import { markPhotosUsed, touchPhotos } from './item-photos.ts'
import type { SearchLimit } from './search-limit.ts'
import type { CatalogueSearch } from './search/catalogue-search.ts'
import type { CataloguePage } from './search/search-results.ts'
import type { Store } from './store.ts'

export interface ItemsApiOptions extends RequestChecks {
  readonly store: Store
  readonly search: CatalogueSearch
  readonly photos: Pick<PhotoLibrary, 'touch' | 'markUsed'>
  readonly copies: RemoteCopies
  readonly log: Log
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
  const { store, search, limits, photos, copies, recordContributor } = options
  const api = new Hono<Bindings>()

  api.get('/', createListHandler(options))

  api.get('/:id', async (context) => {
    const id = context.req.param('id')
    if (!store.isInMemory(id)) await limits.readUnknownItem(context.get('clientAddress'))
    const item = isItemId(id) ? await store.find(id) : undefined
    if (!item) throw await missingItemError(store, id)
    return context.json(item)
  })

  api.post('/', async (context) => {
    const visitor = await requireMayAdd(options, context)
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
    const newItem = await readThenCheck(read, () => requireMayAdd(options, context))
    recordContributor?.(visitor.uid)
    const { isNew, item } =
      key === undefined ? { isNew: true, item: await store.add(newItem) } : await store.addOnce(newItem, key)
    if (item === undefined || !(isNew || matchesRequest(item, newItem))) {
      const message = item === undefined ? problems.alreadyAddedNotVisible : problems.alreadyAdded
      return context.json({ error: { code: 'already-added' satisfies ErrorCode, message }, item }, 409)
    }
    // Also when it is repeated: the first attempt may have stored the item and failed then.
    await markPhotosUsed(newItem, options)
    if (isNew) copies.enqueue(item) // A failed copy is tried again when the item is changed.
    return context.json(item, isNew ? 201 : 200, { Location: `/api/items/${item.id}` })
  })
  return api
}

/** The answer of `GET /api/items`. */
interface ItemList extends Pick<CataloguePage, 'revision' | 'items' | 'total'> {
  /** The path and query of the next page; left out on the last one. */
  readonly next?: string
  /** The words that were searched for instead, as nothing matches the given ones. */
  readonly correctedWords?: string
  /** The words that the items have, where none has all of them. */
  readonly partialWords?: readonly string[]
}

interface ListRequest {
  readonly query: CatalogueQuery
  readonly limit: number
}

const itemsPath = '/api/items'
const maxItems = 100

/**
 * `GET /api/items` takes the parameters of the lists of pieces (`catalogue-query.ts`), `category` and `limit`. Without any,
 * it answers with the newest items, and counts against no rate limit.
 */
function createListHandler({ store, search, limitSearch }: ItemsApiOptions): Handler<Bindings> {
  let newest: { readonly revision: number; readonly body: Buffer<ArrayBuffer> } | undefined
  /** All responses with the same revision share one buffer. */
  const readNewest = async (request: ListRequest) => {
    const { revision } = await store.newest(itemListSize)
    if (newest?.revision !== revision) {
      const answer = await list(search, request)
      newest = { revision: answer.revision, body: Buffer.from(JSON.stringify(answer)) }
    }
    return newest.body
  }
  return async (context) => {
    const request = readListRequest(new URL(context.req.url).searchParams)
    const body = isNewest(request)
      ? await readNewest(request)
      : await limitSearch(context, async () => JSON.stringify(await list(search, request)))
    return context.body(body, 200, { 'Content-Type': 'application/json' })
  }
}

/** @throws ShopError `invalid-request`. */
function readListRequest(search: URLSearchParams): ListRequest {
  const category = oneOf(search, 'category')
  const given = oneOf(search, 'limit') ?? String(itemListSize)
  const limit = /^\d{1,3}$/.test(given) ? Number(given) : 0
  if (limit < 1 || limit > maxItems) throw new ShopError('invalid-request', fill(problems.badLimit, { max: maxItems }))
  const query = readCatalogueQuery(category, search)
  if (query === undefined) throw new ShopError('invalid-request', problems.badSearch)
  return { query, limit }
}

/** The value of a parameter that may be given once; `null` if it is missing or empty. */
function oneOf(search: URLSearchParams, name: string): string | null {
  const [value = null, ...others] = search.getAll(name).filter((text) => text.trim() !== '')
  if (others.length > 0) throw new ShopError('invalid-request', problems.badSearch)
  return value
}

function isNewest({ query, limit }: ListRequest): boolean {
  return query.category === null && isPlain(query) && limit === itemListSize
}

async function list(search: CatalogueSearch, { query, limit }: ListRequest): Promise<ItemList> {
  const { revision, items, total, next, correctedWords, partialWords } = await search.search(query, limit)
  const words = correctedWords ?? query.words
  return {
    revision,
    items,
    total,
    ...(next && { next: pathOf({ query: { ...query, words }, limit }, next) }),
    ...(correctedWords !== null && { correctedWords }),
    ...(partialWords !== null && { partialWords }),
  }
}

function pathOf({ query, limit }: ListRequest, cursor: Cursor): string {
  const parameters = new URLSearchParams(catalogueSearch({ ...query, cursor }))
  if (query.category !== null) parameters.set('category', query.category)
  if (limit !== itemListSize) parameters.set('limit', String(limit))
  return `${itemsPath}?${parameters.toString()}`
}

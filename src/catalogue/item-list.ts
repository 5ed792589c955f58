import type { Handler } from 'hono'

import {
  catalogueSearch,
  isPlain,
  readCatalogueQuery,
  type CatalogueQuery,
  type Cursor,
} from '../domain/catalogue/catalogue-query.ts'
import { ShopError } from '../domain/errors.ts'
import { itemListSize } from '../domain/item.ts'
import { fill } from '../domain/template.ts'
import { problems } from '../messages/messages.ts'
import type { Bindings } from '../web/bindings.ts'
import type { SearchLimit } from './search-limit.ts'
import type { CatalogueSearch } from './search/catalogue-search.ts'
import type { CataloguePage } from './search/search-results.ts'
import type { Store } from './store.ts'

interface ItemListOptions {
  readonly store: Pick<Store, 'newest'>
  readonly search: Pick<CatalogueSearch, 'search'>
  readonly limitSearch: SearchLimit
}

/** The answer of `GET /api/items`. */
export interface ItemList extends Pick<CataloguePage, 'revision' | 'items' | 'total'> {
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
export function createListHandler({ store, search, limitSearch }: ItemListOptions): Handler<Bindings> {
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

async function list(search: ItemListOptions['search'], { query, limit }: ListRequest): Promise<ItemList> {
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

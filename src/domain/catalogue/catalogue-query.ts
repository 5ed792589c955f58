import { piecesPath } from '../page-paths.ts'
import { categoryPath } from './category.ts'
import { readPriceWords, type PriceWords } from './price-words.ts'

export const sortOrders = ['newest', 'price', 'price-desc', 'best'] as const

/** `best` orders matches by the field in which they match; it needs words. */
export type SortOrder = (typeof sortOrders)[number]

/** What a visitor looks for in the catalogue. Each has an address: {@link cataloguePath}. */
export interface CatalogueQuery {
  /** The category's name, in any spelling; `null` for all categories. */
  readonly category: string | null
  /** What was typed into the search box, folded (see {@link foldWords}) and without prices; empty for no search. */
  readonly words: string
  readonly size: string | null
  readonly color: string | null
  /** Leaves out sold pieces. */
  readonly isAvailable: boolean
  /** The range of the price, in whole rupees, both included. Pieces without a price are in no range. */
  readonly min: number | null
  readonly max: number | null
  readonly sort: SortOrder
  /** Where the page begins or ends; `null` for the first page. */
  readonly cursor: Cursor | null
}

/** A place between two pieces in the order of a query. It stays valid when pieces are added or removed. */
export interface Cursor {
  /** Whether the page has the pieces after this place, or those before it. */
  readonly direction: 'after' | 'before'
  /** The sort key of the piece next to it, with its tie-breaker: whole numbers, with a full stop between two. */
  readonly key: string
}

export const maxSearch = { characters: 100, words: 8 } as const

/** Longer than any size or colour of an item. Each link of a page repeats it. */
const maxFacetLength = 100

/** All pieces, newest first. */
export const wholeCatalogue: CatalogueQuery = {
  category: null,
  words: '',
  size: null,
  color: null,
  isAvailable: false,
  min: null,
  max: null,
  sort: 'newest',
  cursor: null,
}

/** How many whole numbers the cursor of each order has. */
const cursorParts: Readonly<Record<SortOrder, number>> = { newest: 1, price: 2, 'price-desc': 2, best: 2 }

const parameters = ['q', 'size', 'color', 'available', 'min', 'max', 'sort', 'after', 'before'] as const

/**
 * Reads the query part of an address. Empty and unknown parameters count as absent. A price in the words, such as
 * `under 20000`, is a bound in place of its parameter.
 *
 * @param category the name in the address's path.
 * @returns `undefined` if there is no such page: a parameter occurs twice, or its value is impossible.
 */
export function readCatalogueQuery(category: string | null, search: URLSearchParams): CatalogueQuery | undefined {
  if (parameters.some((name) => search.getAll(name).filter((value) => value.trim() !== '').length > 1)) return undefined
  const text = (name: (typeof parameters)[number]) => collapseSpaces(search.getAll(name).join(' ')) || null
  const { words, ...said } = readWords(fold(text('q') ?? ''))
  const available = text('available')
  const min = readAmount(text('min'))
  const max = readAmount(text('max'))
  const wanted = text('sort') ?? 'newest'
  const order = sortOrders.find((each) => each === wanted)
  if (order === undefined || min === undefined || max === undefined) return undefined
  if (available !== null && available !== '1') return undefined
  const sort = order === 'best' && words === '' ? 'newest' : order
  const cursor = readCursor(text('after'), text('before'), cursorParts[sort])
  if (cursor === undefined) return undefined
  const size = text('size')
  const color = text('color')
  if (Math.max(size?.length ?? 0, color?.length ?? 0) > maxFacetLength) return undefined
  const filters = { size, color, isAvailable: available === '1', min: said.min ?? min, max: said.max ?? max }
  return { category, words, ...filters, sort, cursor }
}

/** The path and query of the page: equal for equal queries, apart from the spelling of names. */
export function cataloguePath(query: CatalogueQuery): string {
  const search = catalogueSearch(query)
  const path = query.category === null ? piecesPath : categoryPath(query.category)
  return search === '' ? path : `${path}?${search}`
}

/** The parameters of a query without its category, in the one order. */
export function catalogueSearch(query: CatalogueQuery): string {
  const { words, size, color, isAvailable, min, max, sort, cursor } = query
  const values: Record<(typeof parameters)[number], string | null> = {
    q: words,
    size,
    color,
    available: isAvailable ? '1' : null,
    min: min === null ? null : String(min),
    max: max === null ? null : String(max),
    sort: sort === 'newest' ? null : sort,
    after: cursor?.direction === 'after' ? cursor.key : null,
    before: cursor?.direction === 'before' ? cursor.key : null,
  }
  const given = parameters.map((name) => [name, values[name] ?? '']).filter(([, value]) => value !== '')
  return new URLSearchParams(given).toString()
}

/**
 * Whether these parameters are the canonical ones of their query, in any order. Those of others, such as `fbclid`, do not
 * count.
 */
export function isCanonicalSearch(search: URLSearchParams, query: CatalogueQuery): boolean {
  const names: readonly string[] = parameters
  const given = new URLSearchParams([...search].filter(([name]) => names.includes(name)))
  const canonical = new URLSearchParams(catalogueSearch(query))
  for (const each of [given, canonical]) each.sort()
  return given.toString() === canonical.toString()
}

/** Whether the query is that of a list's first page as it is linked everywhere: no search, filter, order or cursor. */
export function isPlain(query: CatalogueQuery): boolean {
  return catalogueSearch(query) === ''
}

/**
 * What was typed, in the form in which it is searched for, shown again and written into addresses: NFC, lower case, single
 * spaces, without joiners, and cut to {@link maxSearch}. Folding it again changes nothing.
 */
export function foldWords(typed: string): string {
  return cut(fold(typed))
}

/** Of a longer text, the beginning. */
function fold(typed: string): string {
  const beginning = typed.slice(0, 2 * maxSearch.characters).toWellFormed()
  const plain = beginning.replaceAll(/[\u200C\u200D]/g, '')
  // Lower case of composed characters may be composed further.
  return collapseSpaces(plain.normalize('NFC').toLowerCase().normalize('NFC'))
}

function cut(folded: string): string {
  const words = folded.split(' ').slice(0, maxSearch.words).join(' ')
  const halfCharacter = /[\uD800-\uDBFF]$/
  return words.slice(0, maxSearch.characters).replace(halfCharacter, '').trim()
}

/** Folded words without the prices that they say; again until they say none, so that an address has one canonical form. */
function readWords(folded: string): PriceWords {
  const said = readPriceWords(folded)
  const words = cut(said.words)
  if (words === folded) return said
  const rest = readWords(words)
  return { words: rest.words, min: rest.min ?? said.min, max: rest.max ?? said.max }
}

function collapseSpaces(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** @returns `undefined` for anything but a whole number of rupees. */
function readAmount(text: string | null): number | null | undefined {
  if (text === null) return null
  return /^\d{1,10}$/.test(text) ? Number(text) : undefined
}

/** @returns `undefined` if it is malformed. */
export function readCursor(after: string | null, before: string | null, parts: number): Cursor | null | undefined {
  if (after === null && before === null) return null
  if (after !== null && before !== null) return undefined
  const key = after ?? before ?? ''
  const numbers = key.split('.')
  const isValid = numbers.length === parts && numbers.every((part) => isInteger64(part))
  return isValid ? { direction: after === null ? 'before' : 'after', key } : undefined
}

function isInteger64(text: string): boolean {
  if (!/^(?:0|-?[1-9]\d{0,18})$/.test(text)) return false
  const number = BigInt(text)
  return BigInt.asIntN(64, number) === number
}

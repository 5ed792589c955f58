import assert from 'node:assert/strict'
import { test } from 'node:test'

import * as fc from 'fast-check'

import { availabilityOf } from '../../domain/availability.ts'
import { sortOrders, wholeCatalogue, type CatalogueQuery } from '../../domain/catalogue/catalogue-query.ts'
import { categoryKey } from '../../domain/catalogue/category.ts'
import { splitFacet } from '../../domain/catalogue/facets.ts'
import { isVisible, type StoredItem } from '../../domain/item-state.ts'
import type { CatalogueSearch } from './catalogue-search.ts'
import { findNaively, foundIds, idsOf, readPages, storedItem, type Start } from './test-support.ts'

const texts = {
  title: ['Sweater', 'Soft sweater', 'Café beanie', 'Navy swatch', 'අතින් ගෙතූ තොප්පිය', 'கையால் பின்னிய தொப்பி', 'x'],
  category: ['Knits', 'Beanies', 'BEANIES', 'தொப்பிகள்', 'A/B 50%'],
  size: [null, 'S / M / L', 'M', 's, XL', 'One size'],
  color: [null, 'Navy', 'navy / Ivory', 'Ivory'],
  // Some have the same code, and some are at the ends of ranges.
  price: [null, 0, 0.01, 990, 999, 1_000, 1_000.5, 1_001, 1_010, 25_000, 999_999_999.99],
} as const

const drawnItems = fc.array(
  fc.record({
    minute: fc.nat(30), // Several are added in the same millisecond.
    title: fc.constantFrom(...texts.title),
    category: fc.constantFrom(...texts.category),
    size: fc.constantFrom(...texts.size),
    color: fc.constantFrom(...texts.color),
    price: fc.oneof(
      fc.constantFrom(...texts.price),
      fc.integer({ min: 99_000, max: 101_000 }).map((cents) => cents / 100),
    ),
    sold: fc.boolean(),
    hidden: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    isRemoved: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  }),
  { minLength: 120, maxLength: 120 },
)

/** The filters, each with values that are asked for. */
const filters = {
  category: fc.constantFrom('Knits', 'beanies', 'தொப்பிகள்', 'a/b  50%', 'Missing'),
  size: fc.constantFrom('m', 'XL', 'One size', 'Missing'),
  color: fc.constantFrom('NAVY', 'Ivory'),
  isAvailable: fc.constant(true),
  min: fc.constantFrom(0, 1, 990, 999, 1_000, 1_001, 2_000, 9_999_999_999),
  max: fc.constantFrom(0, 1, 990, 999, 1_000, 1_001, 2_000, 9_999_999_999),
  words: fc.constantFrom('sw', 'sweater', 's', 'x', 'cafe', 'navy beanie', 'ගෙ', 'தொப்', 'missing', '!'),
} as const

const names = Object.keys(filters) as (keyof typeof filters)[]

/** Each filter alone, each two together, and any. */
const chosen = [
  ...names.flatMap((name, index) => [[name], ...names.slice(index + 1).map((other) => [name, other])]),
  ...names.map((name) => names.filter((other) => other !== name)),
  names,
  [],
]

function toStored(drawn: readonly Drawn[]): StoredItem[] {
  return drawn.map(({ minute, isRemoved, ...fields }, index) =>
    storedItem(minute, { ...fields, id: `item${index}`, removedAt: isRemoved ? new Date(0) : null }),
  )
}

type Drawn = typeof drawnItems extends fc.Arbitrary<(infer Each)[]> ? Each : never

/** Tests of filters and orders, against a look at every item. */
export function testFiltering(start: Start): void {
  test('every filter alone, every two and all, in each order, on pages there and back', async (t) => {
    const { search, put } = await start(t)
    const stored = toStored(fc.sample(drawnItems, { numRuns: 1, seed: 15 })[0] ?? [])
    await put(stored)
    const sorts = fc.constantFrom(...sortOrders.filter((sort) => sort !== 'best'))
    for (const wanted of chosen) {
      const drawn = fc.record(Object.fromEntries(wanted.map((name) => [name, filters[name]])))
      await fc.assert(
        fc.asyncProperty(drawn, sorts, fc.integer({ min: 1, max: 30 }), (filter, sort, limit) =>
          assertFound(search, stored, { ...wholeCatalogue, ...filter, sort }, limit),
        ),
        { numRuns: wanted.length > 2 ? 10 : 5 },
      )
    }
  })

  test('a range of prices that ends between very many similar ones', async (t) => {
    const { search, put } = await start(t)
    await put(Array.from({ length: 80 }, (_, index) => storedItem(index, { price: 999.6 + index / 100 })))
    const idsFrom = (first: number, last: number) =>
      Array.from({ length: last - first + 1 }, (_, index) => `item${last - index}`)
    assert.deepEqual(await foundIds(search, { min: 1_000, max: 1_000 }), ['item40'])
    assert.deepEqual(await foundIds(search, { min: 1_000 }), idsFrom(40, 79))
    assert.deepEqual(await foundIds(search, { max: 1_000 }), idsFrom(0, 40))
    assert.deepEqual(await foundIds(search, { min: 1_001, max: 1_000 }), [])
  })

  test('counts, categories and facets are those of the items that visitors see', async (t) => {
    const { search, put } = await start(t)
    const stored = toStored(fc.sample(drawnItems, { numRuns: 1, seed: 16 })[0] ?? [])
    await put(stored)
    await assertCounts(search, stored)
  })

  test('where each item has a size of its own, facets are the 500 of most items', async (t) => {
    const { search, put } = await start(t)
    await put(Array.from({ length: 600 }, (_, n) => storedItem(n, { size: `${n} cm / ${n % 7} mm`, color: 'Rust' })))
    const { sizes, colors } = await search.facets(null)
    assert.equal(sizes.length, 500)
    const commonest = sizes.slice(0, 7).map(({ name, count }) => `${name}: ${count}`)
    assert.deepEqual(
      commonest.toSorted(),
      ['0', '1', '2', '3', '4', '5', '6'].map((n) => `${n} mm: ${n < '5' ? 86 : 85}`),
    )
    assert.deepEqual(colors, [{ name: 'Rust', count: 600 }])
    assert.deepEqual(await search.facets('Knits'), { sizes, colors })
  })
}

async function assertFound(
  search: CatalogueSearch,
  items: readonly StoredItem[],
  query: CatalogueQuery,
  limit: number,
) {
  const expected = findNaively(items, query).map(({ id }) => id)
  const pages = await readPages(search, query, limit)
  assert.deepEqual(pages.flatMap(idsOf), expected)
  assert.equal(pages[0]?.previous, null)
  for (const { total, correctedWords } of pages) assert.deepEqual([total, correctedWords], [expected.length, null])
  const cursor = pages.at(-2)?.next
  if (!cursor) return
  const back = await readPages(search, { ...query, cursor }, limit, 'previous')
  assert.deepEqual(back.toReversed().flatMap(idsOf), expected)
}

/** That counts are equal to a recount of all items. */
export async function assertCounts(search: CatalogueSearch, items: readonly StoredItem[]): Promise<void> {
  const visible = findNaively(items, wholeCatalogue)
  const categories = Map.groupBy(visible, ({ category }) => categoryKey(category))
  const { total, categories: found } = await search.overview()
  assert.equal(total, visible.length)
  const counted = found.map(({ key, name, count, newestId }) => ({ key, name, count, newestId }))
  const recounted = [...categories].map(([key, of]) => {
    const [newest] = of
    return { key, name: newest?.category ?? '', count: of.length, newestId: newest?.id }
  })
  assert.deepEqual(counted, byCount(recounted))
  for (const category of [null, ...found.map(({ name }) => name)]) {
    const within = visible.filter((item) => category === null || categoryKey(item.category) === categoryKey(category))
    const facets = await search.facets(category)
    assert.deepEqual(facets.sizes, countFacet(within.map(({ size }) => size)))
    assert.deepEqual(facets.colors, countFacet(within.map(({ color }) => color)))
  }
  const { counts } = await search.listManaged({ words: '', state: 'all', cursor: null }, 1)
  const present = items.filter(({ removedAt }) => removedAt === null)
  assert.deepEqual(counts, {
    all: present.length,
    available: present.filter((item) => availabilityOf(item) === 'available' && isVisible(item)).length,
    madeToOrder: present.filter((item) => availabilityOf(item) === 'madeToOrder').length,
    reserved: present.filter((item) => availabilityOf(item) === 'reserved').length,
    sold: present.filter((item) => item.sold).length,
    hidden: present.filter((item) => item.hidden).length,
    removed: items.length - present.length,
  })
}

function countFacet(fields: readonly (string | null)[]) {
  const counts = new Map<string, { name: string; count: number }>()
  for (const { key, name } of fields.flatMap((text) => splitFacet(text))) {
    counts.set(key, { name: counts.get(key)?.name ?? name, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  return byCount([...counts.values()])
}

function byCount<T extends { name: string; count: number }>(values: readonly T[]): T[] {
  return values.toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
}

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { sortOrders, type CatalogueQuery } from '../../domain/catalogue/catalogue-query.ts'
import type { StoredItem } from '../../domain/item-state.ts'
import { foundIds, idsOf, readPages, findPage, storedItem, type Start } from './test-support.ts'

function storedItems(from: number, to: number, fields: (minute: number) => Partial<StoredItem> = () => ({})) {
  return Array.from({ length: to - from }, (_, index) => storedItem(from + index, fields(from + index)))
}

/** Each order, with words, which `best` needs. */
const orders: readonly Partial<CatalogueQuery>[] = sortOrders.map((sort) => ({ sort, words: 'piece' }))

/** Tests of cursors. */
export function testPaging(start: Start): void {
  for (const query of orders) {
    test(`${query.sort}: items that are added while somebody pages neither repeat nor hide one`, async (t) => {
      const { search, put } = await start(t)
      const priceOf = (minute: number) => ({ price: minute % 4 === 0 ? null : 1_000 + (minute % 3) })
      await put(storedItems(0, 30, priceOf))
      const expected = await foundIds(search, query)
      const seen: string[] = []
      for (let cursor: CatalogueQuery['cursor'] = null, round = 0; round < 5; round += 1) {
        const page = await findPage(search, { ...query, cursor }, 7)
        seen.push(...idsOf(page))
        cursor = page.next
        await put([storedItem(100 + round, priceOf(round))])
      }
      assert.deepEqual(
        seen.filter((id) => expected.includes(id)),
        expected,
      )
      assert.equal(new Set(seen).size, seen.length)
    })

    test(`${query.sort}: the cursor of an item that is gone still leads on and back`, async (t) => {
      const { store, search, put } = await start(t)
      await put(storedItems(0, 9))
      const all = await foundIds(search, query)
      const { next } = await findPage(search, query, 4)
      await store.remove(all[3] ?? '')
      assert.deepEqual(idsOf(await findPage(search, { ...query, cursor: next }, 4)), all.slice(4, 8))
      const key = next?.key ?? ''
      const before = await findPage(search, { ...query, cursor: { direction: 'before', key } }, 4)
      assert.deepEqual(idsOf(before), all.slice(0, 3))
      assert.equal(before.previous, null)
    })

    test(`${query.sort}: a cursor that the store did not make is a place as well`, async (t) => {
      const { search, put } = await start(t)
      await put(storedItems(0, 3))
      const parts = { newest: 1, price: 2, 'price-desc': 2, best: 2 }[query.sort ?? 'newest']
      for (const number of ['0', '-1', '-9223372036854775808', '9223372036854775807']) {
        const key = Array.from({ length: parts }, () => number).join('.')
        for (const direction of ['after', 'before'] as const) {
          assert.ok((await findPage(search, { ...query, cursor: { direction, key } }, 4)).items.length <= 3)
        }
      }
    })
  }

  test('price: few matches among many similar prices, then those without a price, there and back', async (t) => {
    const { search, put } = await start(t)
    const others = storedItems(0, 60, (minute) => ({ title: 'Other', price: 1_000 + minute / 100 }))
    const prices = [1_000.5, null, 1_000.2, 1_000.4, null, 2_000]
    await put([...others, ...prices.map((price, index) => storedItem(100 + index, { price }))])
    const priced = ['item102', 'item103', 'item100', 'item105']
    for (const [sort, order] of [
      ['price', priced],
      ['price-desc', priced.toReversed()],
    ] as const) {
      const query = { sort, words: 'piece' }
      const expected = [...order, 'item104', 'item101']
      for (const limit of [2, 4, 5]) {
        const pages = await readPages(search, query, limit)
        assert.deepEqual(pages.flatMap(idsOf), expected)
        const cursor = pages.at(-2)?.next ?? null
        const back = await readPages(search, { ...query, cursor }, limit, 'previous')
        assert.deepEqual(back.toReversed().flatMap(idsOf), expected)
      }
    }
  })

  test('best: all matches are in their order, however many, there and back', async (t) => {
    const { search, put } = await start(t)
    const isTitle = (minute: number) => minute % 50 === 0
    await put(storedItems(0, 260, (minute) => (isTitle(minute) ? {} : { title: 'Other', description: 'piece' })))
    const newest = Array.from({ length: 260 }, (_, index) => 259 - index)
    const expected = [...newest.filter(isTitle), ...newest.filter((minute) => !isTitle(minute))].map((n) => `item${n}`)
    const query = { sort: 'best', words: 'piece' } as const
    const pages = await readPages(search, query, 60)
    assert.deepEqual(pages.flatMap(idsOf), expected)
    const back = await readPages(search, { ...query, cursor: pages.at(-2)?.next ?? null }, 60, 'previous')
    assert.deepEqual(back.toReversed().flatMap(idsOf), expected)
  })

  test('best: with words that no item is searched by, the newest are first, there and back', async (t) => {
    const { search, put } = await start(t)
    await put(storedItems(0, 9))
    const query = { sort: 'best', words: 'for her' } as const
    const pages = await readPages(search, query, 4)
    assert.deepEqual(pages.flatMap(idsOf), await foundIds(search, {}))
    const back = await readPages(search, { ...query, cursor: pages.at(-2)?.next ?? null }, 4, 'previous')
    assert.deepEqual(back.toReversed().flatMap(idsOf), pages.flatMap(idsOf))
  })

  test('newest: items that are added in the same millisecond are in the order in which they were added', async (t) => {
    const { search, put } = await start(t)
    const createdAt = new Date('2026-02-01')
    const ids = Array.from({ length: 40 }, (_, index) => `tie${(index * 7) % 40}`)
    await put(ids.map((id) => storedItem(0, { id, createdAt })))
    await put([storedItem(0, { id: 'late', createdAt })])
    const pages = await readPages(search, {}, 6)
    assert.deepEqual(pages.flatMap(idsOf), ['late', ...ids.toReversed()])
  })

  test('newest: older items that are imported are at their place', async (t) => {
    const { search, put } = await start(t)
    await put(storedItems(50, 55))
    await put([storedItem(10), storedItem(52, { id: 'between' }), storedItem(-9_999_999), storedItem(900_000_000)])
    const expected = [
      'item900000000',
      'item54',
      'item53',
      'between',
      'item52',
      'item51',
      'item50',
      'item10',
      'item-9999999',
    ]
    assert.deepEqual(await foundIds(search, {}), expected)
  })

  test('listPublic: every item that visitors see once, newest first, with the time of its last change', async (t) => {
    const { store, search, put } = await start(t)
    await put([...storedItems(0, 7), storedItem(7, { hidden: true }), storedItem(8, { removedAt: new Date(0) })])
    const found: string[] = []
    for (let after: string | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
      const { items, next } = await search.listPublic(after, 3)
      found.push(...items.map(({ id }) => id))
      after = next
    }
    assert.deepEqual(found, ['item6', 'item5', 'item4', 'item3', 'item2', 'item1', 'item0'])
    const before = Date.now()
    const item = await store.findManaged('item6')
    await store.update('item6', { title: 'Changed' }, item?.version ?? '')
    const [first] = (await search.listPublic(null, 1)).items
    assert.ok(first !== undefined && first.changedAt.getTime() >= before - 1)
  })
}

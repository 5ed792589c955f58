import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'

import * as fc from 'fast-check'

import type { ManagedState } from '../../domain/catalogue/managed-list.ts'
import type { ItemChanges, StoredItem } from '../../domain/item-state.ts'
import { noReservation } from '../../domain/stored-fields.ts'
import { renameCategory } from '../categories.ts'
import type { Store } from '../store.ts'
import { addManaged, change as changeItem, itemNamed, itemWithPhotos, photosNamed } from '../test-support.ts'
import { assertCounts } from './filtering.contract.ts'
import { findNaively, foundIds, idsOf, queryOf, findPage, storedItem, type Start } from './test-support.ts'

/** Tests of what a change does to what is found. */
export function testChanging(start: Start): void {
  test('a hidden, removed or purged item is nowhere at once, and a restored one is back at its place', async (t) => {
    const { store, search, put } = await start(t)
    const fields = { title: 'Navy beanie', category: 'Beanies', color: 'Navy', size: 'M' }
    await put([storedItem(1), storedItem(2, fields), storedItem(3)])
    const places = [
      {},
      { words: 'navy' },
      { category: 'beanies' },
      { color: 'navy' },
      { size: 'm' },
      { min: 1 },
      { sort: 'price' },
    ] as const
    const assertSeen = async (isSeen: boolean) => {
      for (const query of places) {
        assert.equal((await foundIds(search, query)).includes('item2'), isSeen, JSON.stringify(query))
      }
      const { total, categories } = await search.overview()
      assert.deepEqual([total, categories.length], isSeen ? [3, 2] : [2, 1])
      assert.deepEqual(await search.facets('Beanies'), {
        sizes: isSeen ? [{ name: 'M', count: 1 }] : [],
        colors: isSeen ? [{ name: 'Navy', count: 1 }] : [],
      })
      assert.equal((await search.listPublic(null, 9)).items.length, isSeen ? 3 : 2)
    }
    await assertSeen(true)
    await change(store, 'item2', { hidden: true })
    await assertSeen(false)
    await change(store, 'item2', { hidden: false })
    await assertSeen(true)
    assert.deepEqual(await foundIds(search, {}), ['item3', 'item2', 'item1'])
    await store.remove('item2')
    await assertSeen(false)
    await store.restore('item2')
    await assertSeen(true)
    await store.remove('item2')
    await store.purge(new Date(Date.now() + 60_000))
    await assertSeen(false)
    assert.equal(await store.findManaged('item2'), undefined)
  })

  test('findPhoto: a photo of any item, hidden and removed ones included, until none has it', async (t) => {
    const { store, search } = await start(t)
    const used = async () => {
      const found = await Promise.all(photosNamed('12345').map(({ id }) => search.findPhoto(id)))
      return found.map((photo, index) => (photo ? index + 1 : '')).join('')
    }
    assert.equal(await used(), '')
    const item = await addManaged(store, itemWithPhotos(photosNamed('12')))
    await store.add(itemWithPhotos(photosNamed('2')))
    await store.add({ ...itemNamed('Beanie'), imageUrl: `/photos/${'3'.repeat(32)}-180.webp` })
    assert.equal(await used(), '123')
    const hidden = await changeItem(store, item, { hidden: true, ...itemWithPhotos(photosNamed('4')) })
    assert.equal(await used(), '234')
    await store.remove(hidden.id)
    assert.equal(await used(), '234')
    await store.purge(new Date(Date.now() + 60_000))
    assert.equal(await used(), '23')
  })

  test('a change of price, text or category is found at once, and keeps the place of the item', async (t) => {
    const { store, search, put } = await start(t)
    await put([storedItem(1), storedItem(2), storedItem(3)])
    await change(store, 'item2', { price: 77, title: 'Zigzag', category: 'Shawls', color: 'Red, Blue' })
    assert.deepEqual(await foundIds(search, {}), ['item3', 'item2', 'item1'])
    assert.deepEqual(await foundIds(search, { words: 'piece' }), ['item3', 'item1'])
    for (const query of [{ words: 'zigzag' }, { category: 'shawls' }, { color: 'blue' }, { min: 77, max: 77 }]) {
      assert.deepEqual(await foundIds(search, query), ['item2'])
    }
    assert.deepEqual(await foundIds(search, { sort: 'price' }), ['item2', 'item3', 'item1'])
  })

  test('a new item is found once add resolves', async (t) => {
    const { store, search, put } = await start(t)
    await put([storedItem(1)])
    assert.equal((await findPage(search, { words: 'beanie' })).total, 0)
    const { id } = await store.add(itemNamed('Beanie'))
    assert.deepEqual(await foundIds(search, { words: 'beanie merino', category: 'beanies', size: 'm' }), [id])
    assert.deepEqual(await foundIds(search, {}), [id, 'item1'])
  })

  test('watchers that are told of a change find it', async (t) => {
    const { store, search, put } = await start(t)
    await put([storedItem(1)])
    const found: Promise<string[]>[] = []
    t.after(store.watch(({ ids }) => void (ids.length > 0 && found.push(foundIds(search, { words: 'changed' })))))
    await change(store, 'item1', { title: 'Changed' })
    assert.deepEqual(await found[0], ['item1'])
  })

  test('a category has the spelling of its newest item, also when that is taken out', async (t) => {
    const { store, search, put } = await start(t)
    await put([
      storedItem(1, { category: 'Hats' }),
      storedItem(2, { category: 'HATS' }),
      storedItem(3, { category: 'hats' }),
    ])
    const newest = async () => {
      const hats = (await search.overview()).categories.find(({ key }) => key === 'hats')
      return [hats?.name, hats?.newestId]
    }
    assert.deepEqual(await newest(), ['hats', 'item3'])
    await change(store, 'item3', { category: 'Other' })
    assert.deepEqual(await newest(), ['HATS', 'item2'])
    await store.remove('item2')
    assert.deepEqual(await newest(), ['Hats', 'item1'])
    await store.restore('item2')
    assert.deepEqual(await newest(), ['HATS', 'item2'])
    await change(store, 'item2', { hidden: true })
    assert.deepEqual(await newest(), ['Hats', 'item1'])
    const [found, ...others] = await search.findVisible(['none', 'item2', 'item1'])
    assert.deepEqual([found, others], [await store.find('item1'), []])
  })

  test('renameCategory: all items of a category, in any spelling and state, and no other', async (t) => {
    const { store, search, put } = await start(t)
    const spellings = ['Hats', 'hats', 'HATS']
    const hats = Array.from({ length: 230 }, (_, index) =>
      storedItem(index, {
        category: spellings[index % 3] ?? '',
        hidden: index % 10 === 0,
        removedAt: index % 11 === 0 ? new Date() : null,
      }),
    )
    await put([...hats, storedItem(900, { category: 'Hat' })])
    const rename = (from: string, to: string) => renameCategory({ store, search, carryNames: async () => {} }, from, to)
    assert.deepEqual(await rename('haTs', 'Caps'), { changed: 230, isDone: true })
    assert.deepEqual(await rename('haTs', 'Caps'), { changed: 0, isDone: true })
    await assertCounts(search, [...hats.map(withCategory('Caps')), storedItem(900, { category: 'Hat' })])
    assert.equal((await store.findManaged('item0'))?.category, 'Caps')
    assert.deepEqual(await rename('Caps', 'CAPS'), { changed: 230, isDone: true })
    assert.deepEqual(await rename('Missing', 'Caps'), { changed: 0, isDone: true })
    assert.equal((await search.overview()).categories[0]?.name, 'CAPS')
  })

  test('renameCategory: stops when its time is up, goes on when it is repeated, and carries the names at the end', async (t) => {
    const { store, search, put } = await start(t)
    await put(Array.from({ length: 100 }, (_, index) => storedItem(index, { category: 'Hats' })))
    const slow: Pick<Store, 'changeCategory'> = {
      changeCategory: async (...batch) => (await wait(50), store.changeCategory(...batch)),
    }
    const carried: string[][] = []
    const carryNames = async (...names: string[]) => void carried.push(names)
    for (const [from, to] of [
      ['hats', 'Caps'],
      ['Caps', 'CAPS'],
    ] as const) {
      const rename = () => renameCategory({ store: slow, search, carryNames }, from, to, 120)
      let { changed, isDone } = await rename()
      assert.equal(isDone, false)
      while (!isDone) {
        assert.deepEqual(carried, [])
        const next = await rename()
        changed += next.changed
        isDone = next.isDone
      }
      assert.equal(changed, 100)
      assert.deepEqual(carried.splice(0), [[from, to]])
      assert.deepEqual(
        (await search.overview()).categories.map(({ name, count }) => [name, count]),
        [[to, 100]],
      )
    }
  })

  test('listManaged: items of each state, newest first, with the ones that are removed apart', async (t) => {
    const { store, search, put } = await start(t)
    await put([
      storedItem(1, { title: 'Navy hat', sold: true }),
      storedItem(2, { title: 'Navy sock', hidden: true }),
      storedItem(3, { madeToOrder: true }),
      storedItem(4, { removedAt: new Date(0) }),
      storedItem(5, { sold: true, madeToOrder: true, hidden: true }),
      storedItem(6),
      storedItem(7, { reserved: true, madeToOrder: true }),
    ])
    const list = async (state: ManagedState, words = '') =>
      idsOf(await search.listManaged({ words, state, cursor: null }, 100))
    assert.deepEqual(await list('all'), ['item7', 'item6', 'item5', 'item3', 'item2', 'item1'])
    assert.deepEqual(await list('reserved'), ['item7'])
    assert.deepEqual(await list('available'), ['item6'])
    assert.deepEqual(await list('madeToOrder'), ['item3'])
    assert.deepEqual(await list('sold'), ['item5', 'item1'])
    assert.deepEqual(await list('hidden'), ['item5', 'item2'])
    assert.deepEqual(await list('removed'), ['item4'])
    assert.deepEqual(await list('all', 'navy'), ['item2', 'item1'])
    assert.deepEqual(await list('sold', 'navy'), ['item1'])
    for (const words of ['na', 'nav', 'navy', 'navy so']) {
      assert.deepEqual(await list('hidden', words), ['item2'], words)
    }
    const { items, next, total } = await search.listManaged({ words: '', state: 'all', cursor: null }, 2)
    assert.equal(total, 6)
    assert.deepEqual(items[1], await store.findManaged('item6'))
    assert.deepEqual(idsOf(await search.listManaged({ words: '', state: 'all', cursor: next }, 9)), [
      'item5',
      'item3',
      'item2',
      'item1',
    ])
  })

  test('listManaged: finds a private note with the other words of its item; no search of visitors does', async (t) => {
    const { store, search } = await start(t)
    const [hat, sock] = [
      await addManaged(store, itemNamed('Navy hat')),
      await addManaged(store, itemNamed('Navy sock')),
    ]
    const find = async (words: string) => idsOf(await search.listManaged({ words, state: 'all', cursor: null }, 100))
    assert.deepEqual(await find('zzneedle'), [])
    const reserved = await changeItem(store, hat, { reserved: true, reservedNote: 'Zzneedle, 077 123' })
    for (const words of ['zzneedle', 'zznee', 'navy zzneedle', '077']) {
      assert.deepEqual(await find(words), [hat.id], words)
    }
    assert.deepEqual(await find('sock zzneedle'), [])
    const page = await search.search(queryOf({ words: 'zzneedle' }), 24)
    assert.deepEqual([page.items, page.correctedWords], [[], null])
    const similar = await search.search(queryOf({ words: 'zzneedl navy' }), 24)
    assert.deepEqual([similar.correctedWords, similar.partialWords], [null, ['navy']])
    assert.doesNotMatch(JSON.stringify([page, similar, await search.facets(null)]), /needle,/i)
    assert.deepEqual(idsOf(await search.search(queryOf({ isAvailable: true }), 24)), [sock.id])
    await changeItem(store, reserved, noReservation)
    assert.deepEqual(await find('zzneedle'), [])
  })

  test('after random changes, everything is found as in a look at every item, and counts are those of a recount', async (t) => {
    const { store, search, put } = await start(t)
    const stored = Array.from({ length: 12 }, (_, index) => storedItem(index, { price: 100 * index }))
    await put(stored)
    const items = new Map(stored.map((item) => [item.id, item]))
    const changes = fc.oneof(
      fc.record({ hidden: fc.boolean() }),
      fc.record({ sold: fc.boolean(), madeToOrder: fc.boolean() }),
      fc.record({ reserved: fc.boolean() }),
      fc.record({ category: fc.constantFrom('Hats', 'hats', 'Socks'), size: fc.constantFrom('S/M', 's', null) }),
      fc.record({ price: fc.constantFrom(null, 5, 500), title: fc.constantFrom('Piece', 'Navy') }),
      fc.constantFrom('remove' as const, 'restore' as const),
    )
    const steps = fc.sample(fc.tuple(fc.constantFrom(...items.keys()), changes), { numRuns: 80, seed: 15 })
    for (const [id, step] of steps) {
      const before = items.get(id)
      assert.ok(before)
      items.set(id, await apply(store, before, step))
    }
    const all = [...items.values()]
    await assertCounts(search, all)
    for (const query of [
      {},
      { words: 'navy' },
      { category: 'hats' },
      { size: 's' },
      { min: 5, max: 500 },
      { sort: 'price' },
    ] as const) {
      const expected = findNaively(all, queryOf(query)).map(({ id }) => id)
      assert.deepEqual(await foundIds(search, query), expected)
    }
  })
}

function withCategory(category: string): (item: StoredItem) => StoredItem {
  return (item) => ({ ...item, category })
}

async function apply(store: Store, item: StoredItem, step: ItemChanges | 'remove' | 'restore'): Promise<StoredItem> {
  if (step === 'remove') return (await store.remove(item.id)) ?? item
  if (step === 'restore') return (await store.restore(item.id)) ?? item
  return change(store, item.id, step)
}

async function change(store: Store, id: string, changes: ItemChanges): Promise<StoredItem> {
  const outcome = await store.update(id, changes, (await store.findManaged(id))?.version ?? '')
  assert.equal(outcome?.isDone, true)
  return outcome.item
}

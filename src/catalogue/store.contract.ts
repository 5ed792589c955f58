import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { noFields } from '../domain/item-fields.ts'
import { isItemId, type NewItem } from '../domain/item.ts'
import { testAddingOnce } from './adding-once.contract.ts'
import { testManaging } from './managing.contract.ts'
import { testPhotosAndCopies } from './photos.contract.ts'
import { testRemoving } from './removing.contract.ts'
import type { Change } from './store.ts'
import {
  assertGrowing,
  photosNamed,
  itemNamed,
  itemsNamed,
  itemWithPhotos,
  watchStore,
  type Start,
} from './test-support.ts'

/** The contract of `store.ts` as tests; each backend runs all of them. */
export function storeContract(name: string, start: Start): void {
  describe(`${name}: items`, () => testItems(start))
  describe(`${name}: idempotency keys`, () => testAddingOnce(start))
  describe(`${name}: newest items`, () => testNewest(start))
  describe(`${name}: watching`, () => testWatching(start))
  describe(`${name}: managing`, () => testManaging(start))
  describe(`${name}: photos`, () => testPhotosAndCopies(start))
  describe(`${name}: removing`, () => testRemoving(start))
  describe(`${name}: restarting`, () => testRestarting(start))
}

/** Items that a careless backend would not return as they were added. */
const fields: Record<string, Partial<NewItem>> = {
  'everything filled in': {},
  'only the required fields': { ...noFields, title: 'Beanie', imageUrl: 'https://example.com/a.jpg' },
  'a price of 0': { price: 0 },
  'a price with cents': { price: 12_500.55 },
  'the lowest price': { price: 0.01 },
  'the highest price, with cents': { price: 999_999_999.99 },
  'Sinhala, Tamil and joined emoji': { title: 'අතින් ගෙතූ තොප්පිය', tagline: 'கையால் பின்னிய தொப்பி', color: '👩🏽‍🎨🧶' },
  'combining marks, not normalised': { title: 'Cafe\u0301', tagline: 'Café' },
  'quotes, markup and lines': { title: `O'Neil "x" <b>\\ $1 %s`, description: 'a\n\nb c' },
  'its own photos': itemWithPhotos(photosNamed('3f01')),
  'the maximum number of photos': itemWithPhotos(photosNamed('76543210')),
  'a remote copy': { photos: photosNamed('0') },
  'only the URL of a photo': { imageUrl: `/photos/${'0'.repeat(32)}.jpg` },
  'a focus in a corner': { focus: { x: 0, y: 100 } },
  'a time to make, though not made to order': { madeToOrder: false, weeksToMake: 52 },
  'the longest text': { description: 'ගෙතූ'.repeat(1_000), imageUrl: `https://example.com/${'x'.repeat(1_980)}` },
}

function testItems(start: Start): void {
  test('find: a text that was stored before texts were cleaned is shown clean', async (t) => {
    const { store } = await start(t)
    const unclean = { title: '\u202Eeinaeb\u001B', tagline: '\u200B', category: 'Hats\r\nand scarves', care: '\u0000' }
    const { id } = await store.add({ ...itemNamed('Beanie'), ...unclean, description: 'a\u0000b\r\n\tc\u2028d' })
    const { title, tagline, category, care, description } = (await store.find(id)) ?? assert.fail()
    assert.deepEqual(
      { title, tagline, category, care, description },
      { title: 'einaeb', tagline: '', category: 'Hats and scarves', care: null, description: 'ab\n c\nd' },
    )
  })

  for (const [what, special] of Object.entries(fields)) {
    test(`add: the item is found as it was added: ${what}`, async (t) => {
      const { store } = await start(t)
      const newItem = { ...itemNamed('Beanie'), ...special }
      const added = await store.add(newItem)
      assert.deepEqual(added, { ...newItem, id: added.id, createdAt: added.createdAt, sold: false, reserved: false })
      assert.deepEqual(await store.find(added.id), added)
      assert.deepEqual((await store.newest(1)).items, [added])
    })
  }

  test('add: the time of an item is in whole milliseconds', async (t) => {
    const { store } = await start(t)
    const { createdAt } = await store.add(itemNamed('Beanie'))
    assert.ok(createdAt instanceof Date)
    assert.ok(Number.isInteger(createdAt.getTime()))
  })

  test('add: the same fields twice are two items', async (t) => {
    const { store } = await start(t)
    const first = await store.add(itemNamed('Beanie'))
    const second = await store.add(itemNamed('Beanie'))
    assert.notEqual(first.id, second.id)
    assert.equal((await store.newest(10)).items.length, 2)
  })

  for (const id of [
    'AAAAAAAAAAAAAAAAAAAA',
    '',
    'short',
    'items/AAAAAAAAAAAAAA',
    '..',
    '__proto__',
    "' OR 1=1 --",
    'ක',
  ]) {
    test(`find: there is no item with the id ${JSON.stringify(id)}`, async (t) => {
      const { store } = await start(t)
      await store.add(itemNamed('Beanie'))
      assert.equal(await store.find(id), undefined)
    })
  }

  test('add: each of many concurrent calls adds its own item', async (t) => {
    const { store } = await start(t)
    const newItems = itemsNamed('Piece', 200)
    const added = await Promise.all(newItems.map((newItem) => store.add(newItem)))
    assert.deepEqual(
      added.map(({ title }) => title),
      newItems.map(({ title }) => title),
    )
    assert.equal(new Set(added.map(({ id }) => id)).size, 200)
    assert.ok(added.every(({ id }) => isItemId(id)))
    assert.deepEqual(new Set((await store.newest(500)).items), new Set(added))
  })
}

function testNewest(start: Start): void {
  test('newest: an empty catalogue has no items', async (t) => {
    const { store } = await start(t)
    assert.deepEqual((await store.newest(24)).items, [])
  })

  test('newest: newest first, also within one millisecond', async (t) => {
    const { store } = await start(t)
    const titles: string[] = []
    for (const newItem of itemsNamed('Piece', 30)) titles.unshift((await store.add(newItem)).title)
    assert.deepEqual(
      (await store.newest(100)).items.map(({ title }) => title),
      titles,
    )
  })

  test('newest: returns at most the limit', async (t) => {
    const { store } = await start(t)
    for (const newItem of itemsNamed('Piece', 5)) await store.add(newItem)
    assert.deepEqual(
      (await store.newest(3)).items.map(({ title }) => title),
      ['Piece 4', 'Piece 3', 'Piece 2'],
    )
    assert.equal((await store.newest(5)).items.length, 5)
    assert.equal((await store.newest(6)).items.length, 5)
  })

  test('newest: the revision grows when the catalogue changes, and only then', async (t) => {
    const { store } = await start(t)
    const empty = (await store.newest(1)).revision
    assert.equal((await store.newest(24)).revision, empty)
    await store.add(itemNamed('Beanie'))
    assert.ok((await store.newest(1)).revision > empty)
  })
}

function testWatching(start: Start): void {
  test('watch: the first call has the current revision, no ids', async (t) => {
    const { store } = await start(t)
    await store.add(itemNamed('Beanie'))
    const first = await watchStore(t, store).firstChange
    assert.deepEqual(first, { revision: (await store.newest(1)).revision, ids: [] })
  })

  test('watch: a new item is reported before add resolves', async (t) => {
    const { store } = await start(t)
    const watching = watchStore(t, store)
    await watching.firstChange
    for (const newItem of itemsNamed('Piece', 5)) {
      const { id } = await store.add(newItem)
      assert.equal(watching.ids().at(-1), id)
      assert.equal((await store.newest(1)).revision, watching.changes.at(-1)?.revision)
    }
    assertGrowing(watching.changes)
  })

  test('watch: each of many items added at the same time is reported once', async (t) => {
    const { store } = await start(t)
    const watching = watchStore(t, store)
    await watching.firstChange
    const added = await Promise.all(itemsNamed('Piece', 100).map((newItem) => store.add(newItem)))
    assert.deepEqual(watching.ids().toSorted(), added.map(({ id }) => id).toSorted())
    assertGrowing(watching.changes)
    assert.equal((await store.newest(1)).revision, watching.changes.at(-1)?.revision)
  })

  test('watch: all watchers get the same changes', async (t) => {
    const { store } = await start(t)
    const watchers = [watchStore(t, store), watchStore(t, store)]
    await Promise.all(watchers.map(({ firstChange }) => firstChange))
    await store.add(itemNamed('Beanie'))
    assert.deepEqual(watchers[0]?.changes, watchers[1]?.changes)
  })

  test('watch: stopping ends the calls for that watcher only', async (t) => {
    const { store } = await start(t)
    const [stopped, other] = [watchStore(t, store), watchStore(t, store)]
    await Promise.all([stopped.firstChange, other.firstChange])
    stopped.stop()
    stopped.stop()
    const { id } = await store.add(itemNamed('Beanie'))
    assert.deepEqual(stopped.ids(), [])
    assert.deepEqual(other.ids(), [id])
  })

  test('watch: the same function can be added twice', async (t) => {
    const { store } = await start(t)
    const changes: Change[] = []
    const bothCalled = Promise.withResolvers<void>()
    const listener = (change: Change) => {
      if (changes.push(change) === 2) bothCalled.resolve()
    }
    const [stop, stopOther] = [store.watch(listener), store.watch(listener)]
    t.after(stopOther)
    await bothCalled.promise
    stop()
    await store.add(itemNamed('Beanie'))
    assert.equal(changes.length, 3)
  })

  test('watch: a watcher that throws affects neither the others nor the item', async (t) => {
    const { store } = await start(t)
    const stop = store.watch(() => {
      throw new Error('This watcher fails.')
    })
    t.after(stop)
    const watching = watchStore(t, store)
    await watching.firstChange
    const { id } = await store.add(itemNamed('Beanie'))
    assert.deepEqual(watching.ids(), [id])
    assert.notEqual(await store.find(id), undefined)
  })
}

function testRestarting(start: Start): void {
  test('restart: items stay as they were, in their order', async (t) => {
    const { store, reopen } = await start(t)
    for (const newItem of itemsNamed('Piece', 5)) await store.add(newItem)
    const { items } = await store.newest(10)
    assert.deepEqual((await (await reopen()).newest(10)).items, items)
  })

  test('restart: the revision never decreases', async (t) => {
    const { store, reopen } = await start(t)
    await store.add(itemNamed('Beanie'))
    const before = (await store.newest(1)).revision
    const reopened = await reopen()
    const watching = watchStore(t, reopened)
    assert.ok((await watching.firstChange).revision >= before)
    await reopened.add(itemNamed('Scarf'))
    assert.ok((await reopened.newest(1)).revision > before)
    assertGrowing(watching.changes)
  })

  test('close: waits for running calls', async (t) => {
    const { store, reopen } = await start(t)
    const adding = Promise.all(itemsNamed('Piece', 20).map((newItem) => store.add(newItem)))
    await store.close()
    const added = await adding
    assert.deepEqual(new Set((await (await reopen()).newest(50)).items), new Set(added))
  })

  test('close: a closed store refuses calls, and can be closed again', async (t) => {
    const { store, reopen } = await start(t)
    await store.close()
    await assert.rejects(store.add(itemNamed('Beanie')), { code: 'storage-unavailable' })
    await store.close()
    assert.deepEqual((await (await reopen()).newest(1)).items, [])
  })
}

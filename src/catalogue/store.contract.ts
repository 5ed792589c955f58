import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'

import { isItemId } from '../domain/item.ts'
import type { NewItem } from '../domain/item.ts'
import { testAddingOnce } from './adding-once.contract.ts'
import { testManaging } from './managing.contract.ts'
import { testPhotosAndCopies } from './photos.contract.ts'
import { testRemoving } from './removing.contract.ts'
import type { Change } from './store.ts'
import { assertGrowing, photosNamed, itemNamed, itemsNamed, itemWithPhotos, watchStore } from './test-support.ts'
import type { Start, StoreUnderTest } from './test-support.ts'

/** Everything that `store.ts` promises, as tests: each backend runs them all. `open` is called once for each test. */
export function storeContract(name: string, open: () => Promise<StoreUnderTest>): void {
  async function start(t: TestContext): Promise<StoreUnderTest> {
    const underTest = await open()
    t.after(() => underTest.dispose())
    return underTest
  }

  describe(`${name}: items`, () => testItems(start))
  describe(`${name}: adding once`, () => testAddingOnce(start))
  describe(`${name}: the newest items`, () => testNewest(start))
  describe(`${name}: watching`, () => testWatching(start))
  describe(`${name}: managing`, () => testManaging(start))
  describe(`${name}: pictures`, () => testPhotosAndCopies(start))
  describe(`${name}: removing`, () => testRemoving(start))
  describe(`${name}: restarting`, () => testRestarting(start))
}

/** Pieces that a careless backend would not give back as they were. */
const fields: Record<string, Partial<NewItem>> = {
  'everything filled in': {},
  'nothing but what is required': { tagline: '', price: null, size: null, color: null, description: null },
  'a price of nothing': { price: 0 },
  'a price with cents': { price: 12_500.55 },
  'the least price': { price: 0.01 },
  'the highest price, with cents': { price: 999_999_999.99 },
  'Sinhala, Tamil and joined emoji': { title: 'අතින් ගෙතූ තොප්පිය', tagline: 'கையால் பின்னிய தொப்பி', color: '👩🏽‍🎨🧶' },
  'combining marks as they were typed': { title: 'Cafe\u0301', tagline: 'Café' },
  'quotes, markup and control characters': { title: `O'Neil "x" <b>\\ $1 %s`, description: 'a\u0000b\r\n\tc\u2028d' },
  'photos of its maker': itemWithPhotos(photosNamed('3f01')),
  'as many photos as there may be': itemWithPhotos(photosNamed('76543210')),
  'a copy of its picture': { photos: photosNamed('0') },
  'the address of a photo alone': { imageUrl: `/photos/${'0'.repeat(32)}.jpg` },
  'the longest text': { description: 'ගෙතූ'.repeat(1_000), imageUrl: `https://example.com/${'x'.repeat(1_980)}` },
}

function testItems(start: Start): void {
  for (const [what, special] of Object.entries(fields)) {
    test(`an item is found as it was added: ${what}`, async (t) => {
      const { store } = await start(t)
      const piece = { ...itemNamed('Beanie'), ...special }
      const added = await store.add(piece)
      assert.deepEqual(added, { ...piece, id: added.id, createdAt: added.createdAt, sold: false })
      assert.deepEqual(await store.find(added.id), added)
      assert.deepEqual((await store.newest(1)).items, [added])
    })
  }

  test('an item is stamped with a time in whole milliseconds', async (t) => {
    const { store } = await start(t)
    const { createdAt } = await store.add(itemNamed('Beanie'))
    assert.ok(createdAt instanceof Date)
    assert.ok(Number.isInteger(createdAt.getTime()))
  })

  test('the same piece added twice is two items', async (t) => {
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
    test(`there is no item of the id ${JSON.stringify(id)}`, async (t) => {
      const { store } = await start(t)
      await store.add(itemNamed('Beanie'))
      assert.equal(await store.find(id), undefined)
    })
  }

  test('many who add at the same time all get an item of their own', async (t) => {
    const { store } = await start(t)
    const pieces = itemsNamed('Piece', 200)
    const added = await Promise.all(pieces.map((piece) => store.add(piece)))
    assert.deepEqual(
      added.map(({ title }) => title),
      pieces.map(({ title }) => title),
    )
    assert.equal(new Set(added.map(({ id }) => id)).size, 200)
    assert.ok(added.every(({ id }) => isItemId(id)))
    assert.deepEqual(new Set((await store.newest(500)).items), new Set(added))
  })
}

function testNewest(start: Start): void {
  test('are none in an empty catalogue', async (t) => {
    const { store } = await start(t)
    assert.deepEqual((await store.newest(24)).items, [])
  })

  test('come newest first, also those of one millisecond', async (t) => {
    const { store } = await start(t)
    const titles: string[] = []
    for (const piece of itemsNamed('Piece', 30)) titles.unshift((await store.add(piece)).title)
    assert.deepEqual(
      (await store.newest(100)).items.map(({ title }) => title),
      titles,
    )
  })

  test('are as many as were asked for, at most', async (t) => {
    const { store } = await start(t)
    for (const piece of itemsNamed('Piece', 5)) await store.add(piece)
    assert.deepEqual(
      (await store.newest(3)).items.map(({ title }) => title),
      ['Piece 4', 'Piece 3', 'Piece 2'],
    )
    assert.equal((await store.newest(5)).items.length, 5)
    assert.equal((await store.newest(6)).items.length, 5)
  })

  test('come with a revision that stays as long as the catalogue does, and grows with it', async (t) => {
    const { store } = await start(t)
    const empty = (await store.newest(1)).revision
    assert.equal((await store.newest(24)).revision, empty)
    await store.add(itemNamed('Beanie'))
    assert.ok((await store.newest(1)).revision > empty)
  })
}

function testWatching(start: Start): void {
  test('tells the present revision first, and no ids', async (t) => {
    const { store } = await start(t)
    await store.add(itemNamed('Beanie'))
    const present = await watchStore(t, store).present
    assert.deepEqual(present, { revision: (await store.newest(1)).revision, ids: [] })
  })

  test('tells of an item before whoever added it hears that it is kept', async (t) => {
    const { store } = await start(t)
    const watching = watchStore(t, store)
    await watching.present
    for (const piece of itemsNamed('Piece', 5)) {
      const { id } = await store.add(piece)
      assert.equal(watching.ids().at(-1), id)
      assert.equal((await store.newest(1)).revision, watching.told.at(-1)?.revision)
    }
    assertGrowing(watching.told)
  })

  test('tells of every item once, however many are added at the same time', async (t) => {
    const { store } = await start(t)
    const watching = watchStore(t, store)
    await watching.present
    const added = await Promise.all(itemsNamed('Piece', 100).map((piece) => store.add(piece)))
    assert.deepEqual(watching.ids().toSorted(), added.map(({ id }) => id).toSorted())
    assertGrowing(watching.told)
    assert.equal((await store.newest(1)).revision, watching.told.at(-1)?.revision)
  })

  test('tells every watcher the same', async (t) => {
    const { store } = await start(t)
    const watchers = [watchStore(t, store), watchStore(t, store)]
    await Promise.all(watchers.map(({ present }) => present))
    await store.add(itemNamed('Beanie'))
    assert.deepEqual(watchers[0]?.told, watchers[1]?.told)
  })

  test('ends when it is stopped, for that watcher alone', async (t) => {
    const { store } = await start(t)
    const [stopped, other] = [watchStore(t, store), watchStore(t, store)]
    await Promise.all([stopped.present, other.present])
    stopped.stop()
    stopped.stop()
    const { id } = await store.add(itemNamed('Beanie'))
    assert.deepEqual(stopped.ids(), [])
    assert.deepEqual(other.ids(), [id])
  })

  test('by the same function twice is two watches', async (t) => {
    const { store } = await start(t)
    const told: Change[] = []
    const present = Promise.withResolvers<void>()
    const listener = (change: Change) => {
      if (told.push(change) === 2) present.resolve()
    }
    const [stop, stopOther] = [store.watch(listener), store.watch(listener)]
    t.after(stopOther)
    await present.promise
    stop()
    await store.add(itemNamed('Beanie'))
    assert.equal(told.length, 3)
  })

  test('goes on for the others, and for the item, when one watcher fails', async (t) => {
    const { store } = await start(t)
    const stop = store.watch(() => {
      throw new Error('This watcher fails.')
    })
    t.after(stop)
    const watching = watchStore(t, store)
    await watching.present
    const { id } = await store.add(itemNamed('Beanie'))
    assert.deepEqual(watching.ids(), [id])
    assert.notEqual(await store.find(id), undefined)
  })
}

function testRestarting(start: Start): void {
  test('keeps every item as it was, in its order', async (t) => {
    const { store, reopen } = await start(t)
    for (const piece of itemsNamed('Piece', 5)) await store.add(piece)
    const { items } = await store.newest(10)
    assert.deepEqual((await (await reopen()).newest(10)).items, items)
  })

  test('never takes the revision back', async (t) => {
    const { store, reopen } = await start(t)
    await store.add(itemNamed('Beanie'))
    const before = (await store.newest(1)).revision
    const reopened = await reopen()
    const watching = watchStore(t, reopened)
    assert.ok((await watching.present).revision >= before)
    await reopened.add(itemNamed('Scarf'))
    assert.ok((await reopened.newest(1)).revision > before)
    assertGrowing(watching.told)
  })

  test('waits for what is being added', async (t) => {
    const { store, reopen } = await start(t)
    const adding = Promise.all(itemsNamed('Piece', 20).map((piece) => store.add(piece)))
    await store.close()
    const added = await adding
    assert.deepEqual(new Set((await (await reopen()).newest(50)).items), new Set(added))
  })

  test('leaves a closed store that takes nothing more, and may be closed again', async (t) => {
    const { store, reopen } = await start(t)
    await store.close()
    await assert.rejects(store.add(itemNamed('Beanie')), { code: 'storage-unavailable' })
    await store.close()
    assert.deepEqual((await (await reopen()).newest(1)).items, [])
  })
}

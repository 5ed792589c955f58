import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'

import { noFields } from '../../domain/item-fields.ts'
import { isVisible, initialState, type StoredItem } from '../../domain/item-state.ts'
import type { Item } from '../../domain/item.ts'
import type { Catalogue, Store } from '../store.ts'
import { photosNamed, itemNamed, itemWithPhotos, watchStore } from '../test-support.ts'
import { maxItemsPerPut, type ItemSink, type ItemSource } from './transfer.ts'

/** An empty store, with its source and its sink, for one test. */
export interface TransferUnderTest {
  readonly store: Store
  readonly source: ItemSource
  readonly sink: ItemSink
}

/** Opens a store for one test, which closes it and deletes its data when it ends. */
type Start = (t: TestContext) => Promise<TransferUnderTest>

/** The contract of `transfer.ts` as tests; each backend runs all of them. */
export function transferContract(name: string, start: Start): void {
  describe(`${name}: sink`, () => testPut(start))
  describe(`${name}: source`, () => testAll(start))
}

const noon = Date.UTC(2026, 0, 31, 12)

/** An item with `index` in its id and title, one second younger than the one before. */
export function transferItem(index: number, special: Partial<StoredItem> = {}): StoredItem {
  const id = String(index).padStart(20, 'item0000000000000000')
  const createdAt = new Date(noon + index * 1_000)
  return { ...itemNamed(`Piece ${index}`), id, createdAt, ...initialState, ...special }
}

function transferItems(count: number, special?: (index: number) => Partial<StoredItem>): StoredItem[] {
  return Array.from({ length: count }, (_, index) => transferItem(index, special?.(index)))
}

/** An item as visitors see it. */
function toVisibleItem(stored: StoredItem): Item {
  const { hidden: _, removedAt: __, reservedUntil: ___, reservedNote: ____, ...item } = stored
  return item
}

/** Resolves with the list once this item is on it: a sink may not write through the store. */
async function waitUntilListed(store: Store, { id }: Item): Promise<Catalogue> {
  const { promise: listed, resolve } = Promise.withResolvers<Catalogue>()
  const check = async () => {
    const catalogue = await store.newest(24)
    if (catalogue.items.some((item) => item.id === id)) resolve(catalogue)
  }
  const stop = store.watch(() => void check())
  return listed.finally(stop)
}

async function readAll(source: ItemSource): Promise<StoredItem[]> {
  return (await Array.fromAsync(source.all())).flat()
}

function testPut(start: Start): void {
  test('put: items are found with their ids, times and fields', async (t) => {
    const { store, sink } = await start(t)
    const { title: _, imageUrl: __, ...bare } = noFields
    const items = [
      transferItem(0),
      transferItem(1, { ...bare, createdAt: new Date(noon + 123) }),
      transferItem(2, { title: 'අතින් ගෙතූ 🧶', price: 999_999_999.99, description: 'a\n\n"b\\ c' }),
    ]
    assert.deepEqual(await sink.put(items), ['added', 'added', 'added'])
    for (const item of items) assert.deepEqual(await store.find(item.id), toVisibleItem(item))
  })

  test('put: items have their state: hidden and removed ones stay invisible', async (t) => {
    const { store, source, sink } = await start(t)
    const items = [
      transferItem(0, { sold: true }),
      transferItem(1, { hidden: true }),
      transferItem(2, { removedAt: new Date(noon + 5_000) }),
      transferItem(3, { sold: true, hidden: true, removedAt: new Date(noon + 5_123) }),
      transferItem(4, { reserved: true, reservedUntil: '2026-11-27', reservedNote: 'for Ama' }),
    ]
    assert.deepEqual(await sink.put(items), ['added', 'added', 'added', 'added', 'added'])
    assert.deepEqual(await sink.put(items), ['present', 'present', 'present', 'present', 'present'])
    assert.deepEqual(await readAll(source), items)
    assert.equal(await source.count(), 5)
    for (const item of items) {
      assert.deepEqual(await store.find(item.id), isVisible(item) ? toVisibleItem(item) : undefined)
    }
  })

  test('put: items have their photos, and usedPhotos finds them', async (t) => {
    const { store, source, sink } = await start(t)
    const items = [
      transferItem(0, itemWithPhotos(photosNamed('210'))),
      transferItem(1, { photos: photosNamed('3') }),
      transferItem(2, { imageUrl: `/photos/${'4'.repeat(32)}-960.webp` }),
    ]
    assert.deepEqual(await sink.put(items), ['added', 'added', 'added'])
    assert.deepEqual(await sink.put(items), ['present', 'present', 'present'])
    assert.deepEqual(await readAll(source), items)
    const photoIds = photosNamed('012345').map(({ id }) => id)
    assert.deepEqual(await store.usedPhotos(photoIds), new Set(photoIds.slice(0, 5)))
  })

  test('put: existing items are left alone, however often they are put', async (t) => {
    const { source, sink } = await start(t)
    const items = transferItems(3)
    await sink.put(items.slice(0, 2))
    assert.deepEqual(await sink.put(items), ['present', 'present', 'added'])
    assert.deepEqual(await sink.put(items), ['present', 'present', 'present'])
    assert.deepEqual(await readAll(source), items)
  })

  for (const [what, special] of Object.entries({
    title: { title: 'Another' },
    time: { createdAt: new Date(noon + 1) },
    price: { price: null },
    description: { description: null },
    'made-to-order state': { madeToOrder: false },
    yarn: { yarn: null },
    focus: { focus: { x: 40, y: 26 } },
    photos: { photos: photosNamed('0') },
    'sold state': { sold: true },
    'hidden state': { hidden: true },
    'removal time': { removedAt: new Date(noon + 1) },
    reservation: { reserved: true },
  })) {
    test(`put: an item with another ${what} does not replace the existing one`, async (t) => {
      const { store, sink } = await start(t)
      await sink.put([transferItem(0)])
      assert.deepEqual(await sink.put([transferItem(0, special), transferItem(1)]), ['differs', 'added'])
      assert.deepEqual(await store.find(transferItem(0).id), toVisibleItem(transferItem(0)))
    })
  }

  test('put: an item without its private note is the same item, and one with another note is not', async (t) => {
    const { source, sink } = await start(t)
    const reserved = transferItem(0, { reserved: true, reservedNote: 'for Ama' })
    await sink.put([reserved])
    assert.deepEqual(await sink.put([{ ...reserved, reservedNote: null }]), ['present'])
    assert.deepEqual(await sink.put([{ ...reserved, reservedNote: 'for Kavi' }]), ['differs'])
    assert.deepEqual(await readAll(source), [reserved])
  })

  test('put: of several items with one id in a batch, the first is added', async (t) => {
    const { source, sink } = await start(t)
    const twice = [transferItem(0), transferItem(0), transferItem(0, { title: 'Another' })]
    assert.deepEqual(await sink.put(twice), ['added', 'present', 'differs'])
    assert.deepEqual(await readAll(source), [transferItem(0)])
  })

  test('put: the revision stays if there are no items, or no new ones', async (t) => {
    const { store, sink } = await start(t)
    await sink.put([transferItem(0)])
    const { revision } = await waitUntilListed(store, transferItem(0))
    assert.deepEqual(await sink.put([]), [])
    await sink.put([transferItem(0)])
    assert.equal((await store.newest(1)).revision, revision)
  })

  test('put: items are on the list, in order, and watchers are notified', async (t) => {
    const { store, sink } = await start(t)
    const added = await store.add(itemNamed('Of today'))
    const watching = watchStore(t, store)
    await watching.firstChange
    await sink.put([transferItem(1), transferItem(0)])
    await waitUntilListed(store, transferItem(0))
    const { revision, items } = await waitUntilListed(store, transferItem(1))
    assert.deepEqual(items, [added, toVisibleItem(transferItem(1)), toVisibleItem(transferItem(0))])
    assert.equal(watching.changes.at(-1)?.revision, revision)
    assert.deepEqual(new Set(watching.ids()), new Set([transferItem(0).id, transferItem(1).id]))
  })
}

function testAll(start: Start): void {
  test('all: an empty store has no items', async (t) => {
    const { source } = await start(t)
    assert.equal(await source.count(), 0)
    assert.deepEqual(await readAll(source), [])
  })

  test('all: oldest first, in whatever order they were imported, with the items that were added here', async (t) => {
    const { store, source, sink } = await start(t)
    const added = await store.add(itemNamed('Of today'))
    const items = transferItems(10)
    await sink.put(items.slice(5))
    await sink.put(items.slice(0, 5))
    assert.equal(await source.count(), 11)
    assert.deepEqual(await readAll(source), [...items, { ...added, ...initialState }])
  })

  test('all: items of one millisecond are in the order in which they were imported, also on the list', async (t) => {
    const { store, source, sink } = await start(t)
    // By their ids, the order would be the opposite.
    const items = transferItems(700, (index) => ({ id: transferItem(900 - index).id, createdAt: new Date(noon) }))
    await sink.put(items.slice(0, 350))
    await sink.put(items.slice(350))
    assert.deepEqual(await readAll(source), items)
    const last = items.slice(-3).toReversed()
    await Promise.all(last.map((item) => waitUntilListed(store, item)))
    assert.deepEqual((await store.newest(3)).items, last.map(toVisibleItem))
  })

  test('all: each item comes once, over several pages', async (t) => {
    const { source, sink } = await start(t)
    const items = transferItems(1_200)
    for (let done = 0; done < items.length; done += maxItemsPerPut)
      await sink.put(items.slice(done, done + maxItemsPerPut))
    const pages = await Array.fromAsync(source.all())
    assert.deepEqual(pages.flat(), items)
    assert.ok(pages.length > 1, 'all items in one page may not fit in memory')
  })

  test('all: can be stopped halfway and called again', async (t) => {
    const { source, sink } = await start(t)
    const items = transferItems(3)
    await sink.put(items)
    for await (const page of source.all()) {
      assert.ok(page.length > 0)
      break
    }
    assert.deepEqual(await readAll(source), items)
  })
}

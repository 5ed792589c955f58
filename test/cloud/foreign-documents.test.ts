import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'

import type { DocumentData } from '@google-cloud/firestore'
import { pino } from 'pino'

import { createFirestoreStore } from '../../src/catalogue/firestore/firestore-store.ts'
import type { FirestoreStoreOptions } from '../../src/catalogue/firestore/firestore-store.ts'
import { photoNamed, photosNamed, itemNamed, itemWithPhotos } from '../../src/catalogue/test-support.ts'
import type { Item } from '../../src/domain/item.ts'
import { itemListSize } from '../../src/domain/item.ts'
import { openMemoryFirestore } from './memory-firestore.ts'

// Documents that the shop did not write: from the console, another program, an older version.

/** What the log says of a document. */
interface LogLine {
  readonly document?: string
  readonly faults?: readonly string[]
}

async function start(t: TestContext, options: Pick<FirestoreStoreOptions, 'itemLifetimeMs'> = {}) {
  const { projectId, connect, dispose } = await openMemoryFirestore()
  const logged: LogLine[] = []
  const log = pino({ base: null }, { write: (line) => void logged.push(JSON.parse(line) as LogLine) })
  const store = createFirestoreStore({ ...connect(), projectId, log, ...options })
  t.after(async () => {
    await store.close()
    dispose()
  })
  await store.newest(24) // What is written before the first answer is no change.
  const { firestore, serverTimestamp } = connect()
  const put = async (data: DocumentData, id = `Other000000000000${100 + Math.floor(Math.random() * 899)}`) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const stop = store.watch(({ ids }) => ids.includes(id) && resolve())
    await firestore.collection('items').doc(id).set(data)
    await promise
    stop()
    return id
  }
  return { store, logged, put, items: firestore.collection('items'), createdAt: serverTimestamp() }
}

const good = { ...itemNamed('Beanie') }

/** What stands in a document, and what a page gets of it. */
const cases: Record<string, readonly [written: DocumentData, read: Partial<Item>, faults: readonly string[]]> = {
  'all as it should be': [{}, {}, []],
  'no price, size, color and description': [
    { price: null, size: null, color: null, description: null },
    { price: null, size: null, color: null, description: null },
    [],
  ],
  'a price as text': [{ price: '12,500' }, { price: null }, ['price']],
  'a price below nothing': [{ price: -1 }, { price: null }, ['price']],
  'a price that is no number': [{ price: Number.NaN }, { price: null }, ['price']],
  'a title of another type': [{ title: 7 }, { title: 'Untitled' }, ['title']],
  'an empty category': [{ category: '' }, { category: 'Knits' }, []],
  'text that is a list': [{ tagline: ['soft'] }, { tagline: '' }, ['tagline']],
  'text that is a map': [{ description: { en: 'soft' } }, { description: null }, ['description']],
  'a huge text': [{ description: 'x'.repeat(500_000) }, { description: 'x'.repeat(4_000) }, ['description']],
  'a huge address': [{ imageUrl: `https://a.example/${'x'.repeat(5_000)}` }, { imageUrl: '' }, ['imageUrl']],
  'an address that is a script': [{ imageUrl: 'javascript:alert(1)' }, { imageUrl: '' }, ['imageUrl']],
  'a state': [{ sold: true }, { sold: true }, []],
  'a state as text': [{ sold: 'yes' }, { sold: false }, ['sold']],
  'photos as the shop keeps them': [itemWithPhotos(photosNamed('01')), itemWithPhotos(photosNamed('01')), []],
  'photos that are no list': [{ photos: 'beanie.jpg' }, { photos: [] }, ['photos']],
  'photos of which one is broken': [{ photos: [photoNamed('0'), { id: 'x' }] }, { photos: [] }, ['photos']],
  'a placeholder that is a script': [
    { photos: [{ ...photoNamed('0'), placeholder: 'javascript:alert(1)' }] },
    { photos: [] },
    ['photos'],
  ],
  'more photos than there may be': [{ photos: photosNamed('012345678') }, { photos: [] }, ['photos']],
  'a copy of the picture': [{ photos: photosNamed('0'), copyOf: good.imageUrl }, { photos: photosNamed('0') }, []],
  'a copy of another picture than it has by now': [
    { photos: photosNamed('0'), copyOf: 'https://example.com/before.jpg' },
    { photos: [] },
    [],
  ],
  'an address in place of the photos that it had': [{ photos: photosNamed('01') }, { photos: [] }, []],
  'fields that nobody knows': [{ stock: 3, price_cents: 5 }, {}, []],
}

describe('a document of another hand', () => {
  for (const [what, [written, expected, faults]] of Object.entries(cases)) {
    test(`is read as far as it goes: ${what}`, async (t) => {
      const { store, logged, put, createdAt } = await start(t)
      const id = await put({ ...good, ...written, createdAt })
      const [item] = (await store.newest(24)).items
      assert.deepEqual(item, { ...good, sold: false, ...expected, id, createdAt: item?.createdAt })
      assert.deepEqual(await store.find(id), item)
      const named = logged.filter(({ document }) => document !== undefined)
      assert.deepEqual(
        named.map(({ document, faults: said }) => [document, said]),
        faults.length === 0 ? [] : [[`items/${id}`, faults]],
      )
    })
  }

  test('with no field but a time is an item with nothing in it', async (t) => {
    const { store, put, createdAt } = await start(t)
    const id = await put({ createdAt })
    const { title, imageUrl, price, category } = (await store.find(id)) ?? assert.fail()
    assert.deepEqual(
      { title, imageUrl, price, category },
      { title: 'Untitled', imageUrl: '', price: null, category: 'Knits' },
    )
  })

  test('whose time is text has the time of its writing', async (t) => {
    const { store, logged, put } = await start(t)
    const id = await put({ ...good, createdAt: '2020-01-01' })
    assert.ok(((await store.find(id))?.createdAt.getFullYear() ?? 0) > 2020)
    assert.deepEqual(logged.at(-1)?.faults, ['createdAt'])
  })

  for (const id of ['my-scarf', 'a', 'My_Scarf_2', 'x'.repeat(128)]) {
    test(`is shown whatever its program has called it: ${id.slice(0, 20)}`, async (t) => {
      const { store, put, createdAt } = await start(t)
      await put({ ...good, createdAt }, id)
      assert.equal((await store.newest(24)).items[0]?.id, id)
      assert.equal((await store.find(id))?.title, good.title)
    })
  }

  for (const id of ['my.scarf', 'live', 'x'.repeat(129), 'ස්කාෆ්']) {
    test(`whose id is no item’s is left out, and named once: ${id.slice(0, 20)}`, async (t) => {
      const { store, logged, items, createdAt } = await start(t)
      await items.doc(id).set({ ...good, createdAt })
      for (const title of ['1', '2']) await store.add(itemNamed(title))
      assert.deepEqual(
        (await store.newest(24)).items.map(({ title }) => title),
        ['2', '1'],
      )
      assert.equal(await store.find(id), undefined)
      assert.equal(logged.filter(({ document }) => document === `items/${id}`).length, 1)
    })
  }

  test('that cannot be shown takes no place among the newest: nor do many', async (t) => {
    const { store, put, items, createdAt } = await start(t)
    const titles = Array.from({ length: itemListSize + 1 }, (_, n) => `Piece ${n}`)
    for (const title of titles) await store.add(itemNamed(title))
    for (let n = 0; n < itemListSize; n++) await items.doc(`no.id.${n}`).set({ ...good, createdAt })
    await items.doc('HiddenElsewhere').set({ ...good, hidden: true, createdAt })
    await put({ ...good, title: 'Newest', createdAt })
    assert.deepEqual(
      (await store.newest(itemListSize)).items.map(({ title }) => title),
      ['Newest', ...titles.toReversed().slice(0, itemListSize - 1)],
    )
  })

  test('that is not among the newest is shown as it is by now when its time in memory is over', async (t) => {
    const itemLifetimeMs = 50
    const { store, items } = await start(t, { itemLifetimeMs })
    const { id } = await store.add(itemNamed('Oldest'))
    for (let n = 0; n < itemListSize; n++) await store.add(itemNamed(`${n}`))
    assert.equal((await store.find(id))?.title, 'Oldest')
    await items.doc(id).update({ title: 'Changed' })
    const { promise, resolve } = Promise.withResolvers<void>()
    setTimeout(resolve, itemLifetimeMs + 1)
    await promise
    assert.equal((await store.find(id))?.title, 'Changed')
  })

  test('that is changed or removed is told as a change, and the revision grows', async (t) => {
    const { store, put, items, createdAt } = await start(t)
    await store.add(itemNamed('first'))
    const id = await put({ ...good, createdAt })
    const told: (readonly [number, readonly string[]])[] = []
    const removed = Promise.withResolvers<void>()
    store.watch(({ revision, ids }) => {
      if (told.push([revision, ids]) === 3) removed.resolve()
    })
    await put({ ...good, title: 'Changed', createdAt }, id)
    assert.equal((await store.find(id))?.title, 'Changed')
    await items.doc(id).delete()
    await removed.promise
    assert.deepEqual(
      told.map(([, ids]) => ids),
      [[], [id], [id]],
    )
    const revisions = told.map(([revision]) => revision)
    assert.ok(revisions.every((revision, index) => index === 0 || revision > Number(revisions[index - 1])))
    assert.equal(await store.find(id), undefined)
  })
})

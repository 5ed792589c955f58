import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'

import type { DocumentData } from '@google-cloud/firestore'
import { pino } from 'pino'

import { FirestoreStore, type FirestoreStoreOptions } from '../../src/catalogue/firestore/firestore-store.ts'
import { photoNamed, photosNamed, itemNamed, itemWithPhotos } from '../../src/catalogue/test-support.ts'
import { noDetails } from '../../src/domain/item-fields.ts'
import { type Item, itemListSize } from '../../src/domain/item.ts'
import { toStoredFields } from '../../src/domain/stored-fields.ts'
import { createFirestoreNotices } from '../../src/owners/notices/firestore-notices.ts'
import { openDatabase } from './firestore-emulator.ts'

// Documents that the shop did not write: from the Firebase console, another program or an older version.

/** A log line about a document. */
interface LogLine {
  readonly document?: string
  readonly faults?: readonly string[]
}

async function start(t: TestContext, options: Pick<FirestoreStoreOptions, 'itemLifetimeMs'> = {}) {
  const { projectId, connect, dispose } = await openDatabase()
  const logged: LogLine[] = []
  const log = pino({ base: null }, { write: (line) => void logged.push(JSON.parse(line) as LogLine) })
  const store = new FirestoreStore({ ...(await connect()), projectId, log, ...options })
  t.after(async () => {
    await store.close()
    await dispose()
  })
  await store.newest(24) // Only writes after the first response are reported as changes.
  const { firestore, serverTimestamp } = await connect()
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

/** Fields of a document, the fields of the item that a page gets, and the logged faults. */
const cases: Record<string, readonly [written: DocumentData, read: Partial<Item>, faults: readonly string[]]> = {
  'all fields valid': [{}, {}, []],
  'no price, size, color and description': [
    { price: null, size: null, color: null, description: null },
    { price: null, size: null, color: null, description: null },
    [],
  ],
  'a price as text': [{ price: '12,500' }, { price: null }, ['price']],
  'a negative price': [{ price: -1 }, { price: null }, ['price']],
  'a price that is not a number': [{ price: Number.NaN }, { price: null }, ['price']],
  'a title of another type': [{ title: 7 }, { title: 'Untitled' }, ['title']],
  'an empty category': [{ category: '' }, { category: 'Knits' }, []],
  'a list instead of a text': [{ tagline: ['soft'] }, { tagline: '' }, ['tagline']],
  'a map instead of a text': [{ description: { en: 'soft' } }, { description: null }, ['description']],
  'a huge text': [{ description: 'x'.repeat(500_000) }, { description: 'x'.repeat(4_000) }, ['description']],
  'a huge image URL': [{ imageUrl: `https://a.example/${'x'.repeat(5_000)}` }, { imageUrl: '' }, ['imageUrl']],
  'a script as the image URL': [{ imageUrl: 'javascript:alert(1)' }, { imageUrl: '' }, ['imageUrl']],
  'a sold item': [{ sold: true }, { sold: true }, []],
  'sold as text': [{ sold: 'yes' }, { sold: false }, ['sold']],
  'no details, as in documents of before': [
    Object.fromEntries(Object.keys(noDetails).map((name) => [name, null])),
    noDetails,
    [],
  ],
  'made to order as text': [{ madeToOrder: 'yes' }, { madeToOrder: false }, ['madeToOrder']],
  'half a week': [{ weeksToMake: 0.5 }, { weeksToMake: null }, ['weeksToMake']],
  'a yarn that is too long': [{ yarn: 'x'.repeat(201) }, { yarn: 'x'.repeat(200) }, ['yarn']],
  'a focus outside the picture': [{ focus: { x: 101, y: 0 } }, { focus: null }, ['focus']],
  'photos as the shop stores them': [itemWithPhotos(photosNamed('01')), itemWithPhotos(photosNamed('01')), []],
  'photos that are not a list': [{ photos: 'beanie.jpg' }, { photos: [] }, ['photos']],
  'photos with an invalid one': [{ photos: [photoNamed('0'), { id: 'x' }] }, { photos: [] }, ['photos']],
  'a placeholder that is a script': [
    { photos: [{ ...photoNamed('0'), placeholder: 'javascript:alert(1)' }] },
    { photos: [] },
    ['photos'],
  ],
  'too many photos': [{ photos: photosNamed('012345678') }, { photos: [] }, ['photos']],
  'a remote copy of the image URL': [
    { photos: photosNamed('0'), copyOf: good.imageUrl },
    { photos: photosNamed('0') },
    [],
  ],
  'a remote copy of a former image URL': [
    { photos: photosNamed('0'), copyOf: 'https://example.com/before.jpg' },
    { photos: [] },
    [],
  ],
  'an image URL together with photos': [{ photos: photosNamed('01') }, { photos: [] }, []],
  'unknown fields': [{ stock: 3, price_cents: 5 }, {}, []],
}

describe('a Firestore document that the shop did not write', () => {
  for (const [what, [written, expected, faults]] of Object.entries(cases)) {
    test(`valid fields are read, others get defaults: ${what}`, async (t) => {
      const { store, logged, put, createdAt } = await start(t)
      const id = await put({ ...good, ...written, createdAt })
      const [item] = (await store.newest(24)).items
      assert.deepEqual(item, { ...good, sold: false, reserved: false, ...expected, id, createdAt: item?.createdAt })
      assert.deepEqual(await store.find(id), item)
      const named = logged.filter(({ document }) => document !== undefined)
      assert.deepEqual(
        named.map(({ document, faults: loggedFaults }) => [document, loggedFaults]),
        faults.length === 0 ? [] : [[`items/${id}`, faults]],
      )
    })
  }

  test('with createdAt only is an item with default fields', async (t) => {
    const { store, put, createdAt } = await start(t)
    const id = await put({ createdAt })
    const { title, imageUrl, price, category } = (await store.find(id)) ?? assert.fail()
    assert.deepEqual(
      { title, imageUrl, price, category },
      { title: 'Untitled', imageUrl: '', price: null, category: 'Knits' },
    )
  })

  test('with createdAt as text gets the time of its writing', async (t) => {
    const { store, logged, put } = await start(t)
    const id = await put({ ...good, createdAt: '2020-01-01' })
    assert.ok(((await store.find(id))?.createdAt.getFullYear() ?? 0) > 2020)
    assert.deepEqual(logged.at(-1)?.faults, ['createdAt'])
  })

  for (const id of ['my-scarf', 'a', 'My_Scarf_2', 'x'.repeat(128)]) {
    test(`is shown with the id ${id.slice(0, 20)}`, async (t) => {
      const { store, put, createdAt } = await start(t)
      await put({ ...good, createdAt }, id)
      assert.equal((await store.newest(24)).items[0]?.id, id)
      assert.equal((await store.find(id))?.title, good.title)
    })
  }

  for (const id of ['my.scarf', 'live', 'x'.repeat(129), 'ස්කාෆ්']) {
    test(`is skipped and logged once with the invalid id ${id.slice(0, 20)}`, async (t) => {
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

  test('takes no place in the list when it cannot be shown, even if there are many', async (t) => {
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

  test('an older item is read again when its cache entry has expired', async (t) => {
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

  test('keeps the fields that this version does not know when it is changed', async (t) => {
    const { store, put, items, createdAt } = await start(t)
    const fields = toStoredFields(good)
    const unknown = { stock: 3, needles: { mm: 4.5 } }
    const id = await put({ ...fields, ...unknown, createdAt })
    const { version } = (await store.findManaged(id)) ?? assert.fail()
    const changed = await store.update(id, { title: 'Scarf', size: null, yarn: null, sold: true }, version)
    assert.equal(changed?.isDone, true)
    const { createdAt: time, changedAt, ...written } = (await items.doc(id).get()).data() ?? {}
    const { yarn: _, ...kept } = fields
    assert.deepEqual(written, { ...kept, ...unknown, title: 'Scarf', size: null, sold: true })
    assert.ok(time && changedAt)
  })

  test('changing or deleting it is reported as a change with a higher revision', async (t) => {
    const { store, put, items, createdAt } = await start(t)
    await store.add(itemNamed('first'))
    const id = await put({ ...good, createdAt })
    const changes: (readonly [number, readonly string[]])[] = []
    const removed = Promise.withResolvers<void>()
    store.watch(({ revision, ids }) => {
      if (changes.push([revision, ids]) === 3) removed.resolve()
    })
    await put({ ...good, title: 'Changed', createdAt }, id)
    assert.equal((await store.find(id))?.title, 'Changed')
    await items.doc(id).delete()
    await removed.promise
    assert.deepEqual(
      changes.map(([, ids]) => ids),
      [[], [id], [id]],
    )
    const revisions = changes.map(([revision]) => revision)
    assert.ok(revisions.every((revision, index) => index === 0 || revision > Number(revisions[index - 1])))
    assert.equal(await store.find(id), undefined)
  })
})

test('owners do not see a document in the collection of notices that is not a notice', async (t) => {
  const { connect, dispose } = await openDatabase()
  t.after(dispose)
  const client = await connect()
  const notices = createFirestoreNotices(client)
  await notices.add({ kind: 'email', by: null, about: 'mary@example.com' })
  const whole = { kind: 'email', by: null, about: 'eve@example.com', at: client.serverTimestamp() }
  for (const wrong of [{ kind: 'gift' }, { by: 7 }, { about: ['text'] }, { at: 'today' }]) {
    await client.firestore.collection('notices').add({ ...whole, ...wrong })
  }
  assert.deepEqual(
    (await notices.listFor('mary')).map(({ about }) => about),
    ['mary@example.com'],
  )
})

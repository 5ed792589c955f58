import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'

import type { CollectionReference } from '@google-cloud/firestore'
import { pino } from 'pino'

import { renameCategory, type RenameOutcome } from '../../src/catalogue/categories.ts'
import type { FirestoreStore } from '../../src/catalogue/firestore/firestore-store.ts'
import { compareNewest, readDocument, toManagedItem } from '../../src/catalogue/firestore/item-document.ts'
import { itemQueries } from '../../src/catalogue/firestore/queries.ts'
import type { Change, Store } from '../../src/catalogue/store.ts'
import { change, findManaged, itemNamed, listItems } from '../../src/catalogue/test-support.ts'
import { wholeCatalogue } from '../../src/domain/catalogue/catalogue-query.ts'
import type { ManagedItem } from '../../src/domain/item-state.ts'
import { openDatabase } from './firestore-emulator.ts'
import { openStore } from './open-store.ts'

type OpenOptions = Parameters<typeof openStore>[2]

/** A database, and processes that each have a connection of their own. */
async function start(t: TestContext) {
  const { projectId, connect, dispose } = await openDatabase()
  t.after(dispose)
  const client = await connect()
  const open = async (options?: OpenOptions) => {
    const { proxy, dispose: disconnect } = await openDatabase(projectId)
    const store = await openStore(proxy.host, projectId, options)
    t.after(() => store.close().finally(disconnect))
    await store.newest(1)
    return { store, proxy }
  }
  return { open, client, items: client.firestore.collection('items') }
}

const internal = 13

const seconds = { timeout: 20_000 }

const inCategory = (category: string) => ({ ...wholeCatalogue, category })

async function titles(store: FirestoreStore, query = wholeCatalogue): Promise<string[]> {
  return (await store.search.search(query, 100)).items.map(({ title }) => title)
}

/** What the database has, newest first. */
async function storedItems(items: CollectionReference): Promise<ManagedItem[]> {
  const answers = await Promise.all(
    [itemQueries.latest, itemQueries.latestNotVisible].map((query) => query(items, 10_000).get()),
  )
  const documents = answers.flatMap(({ docs }) => docs.map(readDocument)).filter((document) => document !== undefined)
  return documents.toSorted(compareNewest).map((document) => toManagedItem(document, null))
}

async function assertSameAsStored(store: FirestoreStore, items: CollectionReference): Promise<void> {
  const [indexed, stored, overview] = await Promise.all([
    listItems(store.search),
    storedItems(items),
    store.search.overview(),
  ])
  const byId = (listed: readonly ManagedItem[]) => listed.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  assert.deepEqual(byId(indexed), byId(stored))
  const visible = stored.filter(({ hidden, removedAt }) => !hidden && removedAt === null)
  assert.equal(overview.total, visible.length)
  assert.deepEqual(
    await titles(store),
    visible.slice(0, 100).map(({ title }) => title),
  )
}

/** Resolves with the first change that fulfils a condition. */
function announced(store: Store, isWanted: (change: Change) => boolean): Promise<Change> {
  const { promise, resolve } = Promise.withResolvers<Change>()
  const stop = store.watch((latest) => {
    if (isWanted(latest)) resolve(latest)
  })
  return promise.finally(stop)
}

function rename(store: FirestoreStore, from: string, to: string): Promise<RenameOutcome> {
  return renameCategory({ store, search: store.search, carryNames: async () => {} }, from, to)
}

/** An item as any program may write it. */
function documentNamed(title: string, createdAt: unknown, fields: object = {}) {
  const { photos: _, focus: __, ...item } = itemNamed(title)
  return { ...item, createdAt, ...fields }
}

describe('cloud: the index of a process', () => {
  test('is filled when it is first asked for: one read an item, hidden and removed ones too, for all callers', async (t) => {
    const { open, items } = await start(t)
    const { store: first } = await open()
    for (let n = 0; n < 30; n++) await first.add({ ...itemNamed(`Item ${n}`), category: n % 2 ? 'Hats' : 'Socks' })
    await change(first, (await listItems(first.search))[0] ?? assert.fail(), { hidden: true })
    await first.remove((await listItems(first.search))[1]?.id ?? '')

    const { store, proxy } = await open()
    await store.newest(24)
    const [listed, lastChanges] = [24, 2]
    await t.waitFor(() => assert.equal(proxy.reads(), listed + lastChanges), seconds)
    assert.equal(store.search.isIndexed(), false)
    let calls = 0 // The first one is that of a new watcher.
    const filled = announced(store, ({ ids }) => ids.length === 0 && ++calls === 2)
    const [page, { total, categories }, { sizes }] = await Promise.all([
      store.search.search({ ...wholeCatalogue, words: 'item 1' }, 24),
      store.search.overview(),
      store.search.facets('hats'),
      store.search.listPublic(null, 100),
    ])
    assert.equal(proxy.reads(), listed + lastChanges + 30)
    assert.equal(store.search.isIndexed(), true)
    assert.deepEqual([total, page.total], [28, page.items.length])
    assert.deepEqual(
      categories.map(({ name, count }) => [name, count]),
      [
        ['Hats', 14],
        ['Socks', 14],
      ],
    )
    assert.deepEqual(sizes, [{ name: 'M', count: 14 }])
    assert.equal((await filled).revision, (await store.newest(24)).revision)

    for (let n = 0; n < 1_000; n++) await store.search.search(inCategory(n % 2 ? 'Hats' : 'Socks'), 24)
    assert.equal(proxy.reads(), listed + lastChanges + 30)
    await assertSameAsStored(store, items)
  })

  test('has what changes while it is being filled', async (t) => {
    const { open, items } = await start(t)
    const { store: other } = await open()
    const ids: string[] = []
    for (let n = 0; n < 26; n++) ids.unshift((await other.add(itemNamed(`Item ${n}`))).id)
    const [changed = '', hidden = '', removed = '', deleted = ''] = ids
    await change(other, await findManaged(other, ids[5] ?? ''), { hidden: true })

    const { store, proxy } = await open()
    const { promise: until, resolve: proceed } = Promise.withResolvers<void>()
    proxy.fail('RunQuery', [null, { until }])
    const filling = store.search.overview()
    await t.waitFor(() => assert.equal(proxy.calls('RunQuery'), 2), seconds)
    const arrived = [...ids.slice(0, 6), ids[25]].map((id) =>
      announced(store, (latest) => latest.ids.includes(id ?? '')),
    )
    await change(other, await findManaged(other, changed), { title: 'Changed', category: 'Scarves' })
    await change(other, await findManaged(other, hidden), { hidden: true })
    await other.remove(removed)
    await items.doc(deleted).delete()
    await change(other, await findManaged(other, ids[4] ?? ''), { sold: true })
    await change(other, await findManaged(other, ids[5] ?? ''), { hidden: false })
    await change(other, await findManaged(other, ids[25] ?? ''), { title: 'Oldest' })
    await Promise.all(arrived)
    await other.add(itemNamed('New'))
    assert.equal(store.search.isIndexed(), false)
    proceed()
    await filling
    await t.waitFor(async () => assert.ok((await titles(store)).includes('New')), seconds)
    await assertSameAsStored(store, items)
  })

  test('filled before the first list of the newest items came, it has what was added in between', async (t) => {
    const { projectId, connect, dispose } = await openDatabase()
    t.after(dispose)
    const items = (await connect()).firestore.collection('items')
    const { proxy, dispose: disconnect } = await openDatabase(projectId)
    const { promise: until, resolve: proceed } = Promise.withResolvers<void>()
    proxy.fail('Listen', [{ until }])
    const store = await openStore(proxy.host, projectId)
    t.after(() => store.close().finally(disconnect))
    assert.equal((await store.search.overview()).total, 0)
    await items.doc('between').set({ title: 'Between', imageUrl: 'https://example.com/a.jpg', createdAt: new Date() })
    proceed()
    assert.equal((await store.newest(1)).items[0]?.id, 'between')
    assert.deepEqual(await titles(store), ['Between'])
  })

  test('has the writes of its process at once, and those of others soon, and announces both', async (t) => {
    const { open, items } = await start(t)
    const [{ store }, { store: other, proxy }] = [await open(), await open()]
    await Promise.all([store.search.overview(), other.search.overview()])
    const { id } = await store.add(itemNamed('Beanie'))
    assert.deepEqual(await titles(store, inCategory('beanies')), ['Beanie'])
    await t.waitFor(async () => assert.deepEqual(await titles(other), ['Beanie']), seconds)

    const both = Promise.all([store, other].map((each) => announced(each, ({ ids }) => ids.includes(id))))
    const scarf = await change(store, await findManaged(store, id), { title: 'Scarf', category: 'Scarves' })
    assert.deepEqual(
      [await titles(store, inCategory('scarves')), await titles(store, inCategory('beanies'))],
      [['Scarf'], []],
    )
    await both
    assert.deepEqual(await titles(other, inCategory('scarves')), ['Scarf'])

    await change(store, scarf, { hidden: true })
    assert.deepEqual([await titles(store), (await store.search.overview()).total], [[], 0])
    await t.waitFor(async () => assert.deepEqual(await titles(other), []), seconds)
    await store.remove(id)
    await t.waitFor(() => assertSameAsStored(other, items), seconds)
    for (let n = 0; n < 10; n++) {
      const item = await findManaged(store, (await store.add(itemNamed(`Item ${n}`))).id)
      await (n % 2 ? store.remove(item.id) : change(store, item, { hidden: true }))
      const found = await store.search.listManaged(
        { words: `item ${n}`, state: n % 2 ? 'removed' : 'hidden', cursor: null },
        1,
      )
      assert.equal(found.items[0]?.id, item.id, 'its own list has it at once')
    }
    await t.waitFor(() => assertSameAsStored(other, items), seconds)
    await store.purge(new Date(Date.now() + 86_400_000))
    await assertSameAsStored(store, items)
    await other.purge(new Date(Date.now() + 86_400_000))
    await assertSameAsStored(other, items)
    assert.ok(proxy.calls('RunQuery') > 0)
  })

  test('finds what other programs changed and deleted when it is filled again, and announces it', async (t) => {
    const { open, items } = await start(t)
    const { store: first } = await open()
    const ids: string[] = []
    for (let n = 0; n < 27; n++) ids.push((await first.add(itemNamed(`Item ${n}`))).id)
    const { store } = await open({ mirrorLimits: { refillMs: 1 } })
    await store.search.overview()
    const [changed = '', deleted = ''] = ids
    const both = Promise.all([changed, deleted].map((id) => announced(store, (latest) => latest.ids.includes(id))))
    await items.doc(changed).update({ title: 'Changed', category: 'Scarves' })
    await items.doc(deleted).delete()
    await both
    assert.deepEqual(await titles(store, inCategory('scarves')), ['Changed'])
    await assertSameAsStored(store, items)
  })

  test('is filled again at once when more changes come than a listener reports', async (t) => {
    const { open, client, items } = await start(t)
    const { store } = await open()
    const batch = client.firestore.batch()
    const time = (n: number) => client.createTimestamp(1_700_000_000 + n, 0)
    for (let n = 0; n < 90; n++) batch.create(items.doc(`Item${n}`), documentNamed(`Item ${n}`, time(n)))
    await batch.commit()
    await t.waitFor(async () => assert.equal((await store.newest(1)).items[0]?.id, 'Item89'), seconds)
    assert.equal((await store.search.overview()).total, 90)

    const changes = client.firestore.batch()
    const changedAt = client.serverTimestamp()
    for (let n = 0; n < 60; n++) changes.update(items.doc(`Item${n}`), { category: 'Scarves', changedAt })
    await changes.commit()
    await t.waitFor(async () => assert.equal((await store.search.search(inCategory('scarves'), 1)).total, 60), seconds)

    const additions = client.firestore.batch()
    for (let n = 90; n < 150; n++) additions.create(items.doc(`Item${n}`), documentNamed(`Item ${n}`, time(n)))
    await additions.commit()
    await t.waitFor(async () => assert.equal((await store.search.overview()).total, 150), seconds)
    await assertSameAsStored(store, items)
  })

  test('is filled again at once when many pieces come, also below one from when a clock was ahead', async (t) => {
    const { open, client, items } = await start(t)
    const { store } = await open()
    const add = async (from: number, to: number, time: number) => {
      const batch = client.firestore.batch()
      for (let n = from; n < to; n++) {
        batch.create(items.doc(`Item${n}`), documentNamed(`Item ${n}`, client.createTimestamp(time + n, 0)))
      }
      await batch.commit()
    }
    await add(0, 1, 4_000_000_000)
    await add(1, 30, 1_700_000_000)
    await t.waitFor(async () => assert.equal((await store.newest(2)).items[1]?.id, 'Item29'), seconds)
    assert.equal((await store.search.overview()).total, 30)

    await add(30, 90, 1_700_000_000)
    await t.waitFor(async () => assert.equal((await store.search.overview()).total, 90), seconds)
    await assertSameAsStored(store, items)
  })

  test('has what changed while the connection was lost', async (t) => {
    const { open, items } = await start(t)
    const [{ store, proxy }, { store: other }] = [await open(), await open()]
    const { id } = await other.add(itemNamed('Beanie'))
    for (let n = 0; n < 24; n++) await other.add(itemNamed(`Item ${n}`))
    await t.waitFor(async () => assert.equal((await store.search.overview()).total, 25), seconds)
    proxy.stop()
    await change(other, await findManaged(other, id), { title: 'Scarf' })
    await other.add(itemNamed('New'))
    assert.equal((await store.search.overview()).total, 25)
    await proxy.startAgain()
    await t.waitFor(async () => assert.equal((await store.search.overview()).total, 26), { timeout: 60_000 })
    await t.waitFor(async () => assert.ok((await titles(store)).includes('Scarf')), seconds)
    await assertSameAsStored(store, items)
  })

  test('closing refuses callers that wait for it, and does not wait for an answer', async (t) => {
    const { open } = await start(t)
    const { store, proxy } = await open()
    const { promise: until, resolve: proceed } = Promise.withResolvers<void>()
    proxy.fail('RunQuery', [{ until }])
    const waiting = assert.rejects(store.search.overview(), { code: 'storage-unavailable' })
    await t.waitFor(() => assert.equal(proxy.calls('RunQuery'), 1), seconds)
    await Promise.all([store.close(), waiting])
    proceed() // The client can be terminated only then.
  })

  test('beyond its limit it has the newest items, and others are found by their ids', async (t) => {
    const { open } = await start(t)
    const { store: first } = await open()
    const ids: string[] = []
    for (let n = 0; n < 15; n++) ids.push((await first.add(itemNamed(`Item ${n}`))).id)
    const { store } = await open({ mirrorLimits: { maxItems: 10 } })
    assert.deepEqual(
      await titles(store),
      Array.from({ length: 10 }, (_, n) => `Item ${14 - n}`),
    )
    assert.equal((await store.find(ids[0] ?? ''))?.title, 'Item 0')
    await store.add(itemNamed('New'))
    await change(store, await findManaged(store, ids[0] ?? ''), { title: 'Changed' })
    const { items, total } = await store.search.search(wholeCatalogue, 100)
    assert.deepEqual([items[0]?.title, items.at(-1)?.title, items.length, total], ['New', 'Item 6', 10, 10])
  })

  test('beyond its limit with hidden items, the log says that the oldest are left out', async (t) => {
    const { open } = await start(t)
    const { store: first } = await open()
    for (let n = 0; n < 6; n++) await first.add(itemNamed(`Item ${n}`))
    for (const item of (await listItems(first.search)).slice(0, 3)) await change(first, item, { hidden: true })
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
    const { store } = await open({ log, mirrorLimits: { maxItems: 5 } })
    assert.equal((await store.search.listManaged({ words: '', state: 'all', cursor: null }, 9)).total, 5)
    assert.match(lines.join(''), /"limit":5,.*the oldest are left out/)
  })

  test('has documents with times of any year, and of other types, in the order of the list', async (t) => {
    const { open, client, items } = await start(t)
    const years = [
      '0001-01-01T00:00:00Z',
      '1969-12-31T23:59:59Z',
      '1970-01-01T00:00:00Z',
      '2300-01-01T00:00:00Z',
      '9999-12-31T00:00:00Z',
    ]
    for (const [n, year] of years.entries()) {
      await items.doc(`Item${n}`).set(documentNamed(`Item ${n}`, new Date(year)))
    }
    const sameTime = client.createTimestamp(1_700_000_000, 5_000_000)
    const [first, second] = [sameTime, client.createTimestamp(1_700_000_000, 5_001_000)]
    await items.doc('later').set(documentNamed('Later', second))
    await items.doc('b').set(documentNamed('First', first))
    await items.doc('a').set(documentNamed('Second', first))
    const { store } = await open()
    const expected = ['Item 4', 'Item 3', 'Later', 'Second', 'First', 'Item 2', 'Item 1', 'Item 0']
    assert.deepEqual(await titles(store), expected)
    const listed = (await listItems(store.search)).map(({ title }) => title)
    assert.deepEqual(listed, expected)
    const moved = announced(store, ({ ids }) => ids.includes('Item4'))
    await items.doc('Item4').update({ createdAt: client.createTimestamp(1_600_000_000, 0) })
    await moved
    await items.doc('Text').set(documentNamed('Text', 'yesterday'))
    await t.waitFor(async () => assert.ok((await titles(store)).includes('Text')), seconds)
    const after = ['Item 3', 'Text', 'Later', 'Second', 'First', 'Item 4', 'Item 2', 'Item 1', 'Item 0']
    assert.deepEqual(await titles(store), after)
  })
})

describe('cloud: renameCategory', () => {
  test('changes all items of a category in batches that no process misses; a change in between is kept', async (t) => {
    const { open, client, items } = await start(t)
    const [{ store }, { store: other, proxy }] = [await open(), await open()]
    const batch = client.firestore.batch()
    const time = (n: number) => client.createTimestamp(1_700_000_000 + n, 0)
    for (let n = 0; n < 70; n++) {
      const beanies = n % 2 === 0 ? ' BEANIES' : 'Beanies'
      const category = n % 7 === 0 ? 'Socks' : beanies
      batch.create(items.doc(`Item${n}`), documentNamed(`Item ${n}`, time(n), { category }))
    }
    await batch.commit()
    const isListed = async () => {
      for (const each of [store, other]) assert.equal((await each.newest(1)).items[0]?.id, 'Item69')
    }
    await t.waitFor(isListed, seconds) // With all of them new at once, a process would fill its index again.
    await Promise.all([store.search.overview(), other.search.overview()])
    const queries = proxy.calls('RunQuery')
    await items.doc('Item1').update({ tagline: 'Changed by another program' }) // Nobody is told.
    assert.deepEqual(await rename(store, 'beanies', 'Hats'), { changed: 60, isDone: true })
    assert.deepEqual(await rename(store, 'beanies', 'Hats'), { changed: 0, isDone: true })
    assert.equal((await store.search.search(inCategory('hats'), 1)).total, 60)
    await t.waitFor(async () => assert.equal((await other.search.search(inCategory('hats'), 1)).total, 60), seconds)
    assert.equal(proxy.calls('RunQuery'), queries)
    assert.equal((await findManaged(store, 'Item1')).tagline, 'Changed by another program')
    await assertSameAsStored(store, items)
    assert.deepEqual(await rename(store, 'hats', 'HATS'), { changed: 60, isDone: true })
    assert.deepEqual(
      (await store.search.overview()).categories.map(({ name, count }) => [name, count]),
      [
        ['HATS', 60],
        ['Socks', 10],
      ],
    )
  })

  test('fails while no write succeeds, and reads nothing: no piece was changed meanwhile', async (t) => {
    const { open } = await start(t)
    const { store, proxy } = await open()
    await store.add({ ...itemNamed('Beanie'), category: 'Beanies' })
    await store.search.overview()
    const reads = proxy.calls('BatchGetDocuments')
    const commits = proxy.calls('Commit')
    proxy.fail(
      'Commit',
      Array.from({ length: 3 }, () => ({ code: internal, when: 'before' })),
    )
    await assert.rejects(rename(store, 'beanies', 'Hats'), {
      code: 'storage-unavailable',
    })
    assert.deepEqual([proxy.calls('Commit') - commits, proxy.calls('BatchGetDocuments') - reads], [3, 0])
    assert.deepEqual(await rename(store, 'beanies', 'Hats'), { changed: 1, isDone: true })
  })

  test('a write whose answer is lost is found', async (t) => {
    const { open } = await start(t)
    const { store, proxy } = await open()
    await store.add({ ...itemNamed('Beanie'), category: 'Beanies' })
    await store.search.overview()
    proxy.fail('Commit', [{ code: internal, when: 'after' }])
    assert.deepEqual(await rename(store, 'beanies', 'Hats'), { changed: 1, isDone: true })
    assert.deepEqual(await titles(store, inCategory('hats')), ['Beanie'])
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { noDetails, noFields } from '../domain/item-fields.ts'
import { initialState, type ManagedItem, toVisibleItem } from '../domain/item-state.ts'
import type { NewItem } from '../domain/item.ts'
import { noReservation } from '../domain/stored-fields.ts'
import { endReservations } from './end-reservations.ts'
import type { Store } from './store.ts'
import {
  addManaged,
  assertGrowing,
  change,
  findManaged,
  photosNamed,
  itemNamed,
  itemsNamed,
  listItems,
  watchStore,
  type Start,
} from './test-support.ts'

/** Tests of `listManaged`, `update` and visibility. */
export function testManaging(start: Start): void {
  testChanges(start)
  testVisibility(start)
  testNotifications(start)
}

const unknownId = 'AAAAAAAAAAAAAAAAAAAA'

async function titles(store: Store, limit = 24): Promise<string[]> {
  return (await store.newest(limit)).items.map(({ title }) => title)
}

function testChanges(start: Start): void {
  test('listManaged: a new item has its state and a version', async (t) => {
    const { store } = await start(t)
    const added = await store.add(itemNamed('Beanie'))
    const item = await findManaged(store, added.id)
    assert.deepEqual(item, { ...added, ...initialState, version: item.version })
    assert.match(item.version, /^[A-Za-z0-9]+$/)
  })

  const changed: NewItem = {
    ...noFields,
    title: 'අලුත් තොප්පිය',
    price: 0.01,
    imageUrl: 'https://example.com/other.jpg',
    color: 'Navy',
    measurements: '20 cm',
    photos: photosNamed('ab'),
  }
  test('update: changes every field that is given; id, time and other fields stay', async (t) => {
    const { store } = await start(t)
    const item = await addManaged(store)
    const whole = await change(store, item, changed)
    assert.notEqual(whole.version, item.version)
    assert.deepEqual(whole, { ...item, ...changed, version: whole.version })
    const part = await change(store, whole, { price: null, sold: true })
    assert.deepEqual(part, { ...whole, price: null, sold: true, version: part.version })
    assert.deepEqual(await findManaged(store, item.id), part)
    const shown = toVisibleItem(part)
    assert.deepEqual(await store.find(item.id), shown)
    assert.deepEqual((await store.newest(1)).items, [shown])
  })

  test('update: an item is made to order, and its details are set and removed', async (t) => {
    const { store } = await start(t)
    const item = await addManaged(store, { ...itemNamed('Beanie'), ...noDetails })
    const details = { madeToOrder: true, weeksToMake: 52, yarn: 'Wool', focus: { x: 0, y: 100 } }
    const detailed = await change(store, item, details)
    assert.deepEqual(detailed, { ...item, ...details, version: detailed.version })
    const same = { ...details, focus: { x: 0, y: 100 } }
    assert.deepEqual(await store.update(item.id, same, 'other'), { isDone: true, item: detailed })
    const moved = await change(store, detailed, { focus: { x: 1, y: 100 } })
    assert.deepEqual(moved.focus, { x: 1, y: 100 })
    const plain = await change(store, moved, noDetails)
    assert.deepEqual(plain, { ...item, version: plain.version })
    assert.deepEqual(await findManaged(store, item.id), plain)
  })

  test('update: an item is reserved, changed and freed; visitors see that it is, and no more', async (t) => {
    const { store } = await start(t)
    const item = await addManaged(store)
    const reservation = { reserved: true, reservedUntil: '2026-11-27', reservedNote: 'for Ama' }
    const reserved = await change(store, item, reservation)
    assert.deepEqual(reserved, { ...item, ...reservation, version: reserved.version })
    const { id } = item
    assert.deepEqual(await store.find(id), { ...toVisibleItem(item), reserved: true })
    assert.deepEqual(await store.update(id, reservation, 'other'), { isDone: true, item: reserved })
    const renamed = await change(store, reserved, { title: 'Scarf' })
    assert.deepEqual(renamed, { ...reserved, title: 'Scarf', version: renamed.version })
    assert.equal((await change(store, renamed, { reservedNote: 'for Kavi' })).reservedNote, 'for Kavi')
    const noted = await findManaged(store, id)
    const freed = await change(store, noted, noReservation)
    assert.deepEqual(freed, { ...item, title: 'Scarf', version: freed.version })
    assert.deepEqual(await findManaged(store, id), freed)
  })

  test('update: a note alone is another version', async (t) => {
    const { store } = await start(t)
    const reserved = await change(store, await addManaged(store), { reserved: true })
    const noted = await change(store, reserved, { reservedNote: 'for Ama' })
    assert.notEqual(noted.version, reserved.version)
    const stale = await store.update(reserved.id, { reservedNote: 'for Kavi' }, reserved.version)
    assert.deepEqual(stale, { isDone: false, item: noted })
  })

  test('endedReservations: those whose last day is before the given one, with versions that end each of them once', async (t) => {
    const { store } = await start(t)
    const reserve = async (reservedUntil: string | null) =>
      change(store, await addManaged(store), { reserved: true, reservedUntil, reservedNote: 'for Ama' })
    const [ended] = [await reserve('2026-11-26'), await reserve('2026-11-27'), await reserve(null)]
    assert.deepEqual(await store.endedReservations('2026-11-26'), [])
    const { id, version } = ended
    assert.deepEqual(await store.endedReservations('2026-11-27'), [{ id, version }])
    const extended = await change(store, ended, { reservedUntil: '2026-11-28' })
    assert.equal((await store.update(id, noReservation, version))?.isDone, false)
    assert.deepEqual(await store.endedReservations('2026-11-27'), [])
    await change(store, extended, { reservedUntil: '2026-11-26' })
    assert.equal(await endReservations(store, '2026-11-27'), 1)
    assert.equal(await endReservations(store, '2026-11-27'), 0)
    assert.equal((await store.find(id))?.reserved, false)
  })

  test('update: the second change of the same version is refused, with the current item', async (t) => {
    const { store } = await start(t)
    const item = await addManaged(store)
    const first = await change(store, item, { title: 'First' })
    assert.deepEqual(await store.update(item.id, { title: 'Second' }, item.version), { isDone: false, item: first })
    assert.equal((await store.find(item.id))?.title, 'First')
    assert.equal((await change(store, first, { title: 'Second' })).title, 'Second')
  })

  test('update: of concurrent changes of the same version, one succeeds', async (t) => {
    const { store } = await start(t)
    const { id, version } = await addManaged(store)
    const outcomes = await Promise.all(itemsNamed('Change', 5).map(({ title }) => store.update(id, { title }, version)))
    const done = outcomes.filter((outcome) => outcome?.isDone)
    assert.equal(done.length, 1)
    assert.equal((await store.find(id))?.title, done[0]?.item.title)
  })

  test('update: a change that changes nothing succeeds at any version, and keeps the revision', async (t) => {
    const { store } = await start(t)
    const item = await addManaged(store)
    const sold = await change(store, item, { sold: true })
    const { revision } = await store.newest(1)
    assert.deepEqual(await store.update(item.id, { sold: true }, item.version), { isDone: true, item: sold })
    assert.deepEqual(await store.update(item.id, {}, 'other'), { isDone: true, item: sold })
    assert.equal((await store.newest(1)).revision, revision)
  })

  for (const version of ['', '0', 'other', '9'.repeat(40)]) {
    test(`update: the version ${JSON.stringify(version)} matches no item`, async (t) => {
      const { store } = await start(t)
      const item = await addManaged(store)
      assert.deepEqual(await store.update(item.id, { title: 'x' }, version), { isDone: false, item })
    })
  }

  for (const id of [unknownId, '', '..', 'items/AAAAAAAAAAAAAA']) {
    test(`update, remove, restore: there is no item with the id ${JSON.stringify(id)}`, async (t) => {
      const { store } = await start(t)
      assert.equal(await store.update(id, { title: 'x' }, '1'), undefined)
      assert.equal(await store.remove(id), undefined)
      assert.equal(await store.restore(id), undefined)
      assert.equal(await store.isNotVisible(id), false)
      assert.equal(await store.isGone(id), false)
    })
  }
}

function testVisibility(start: Start): void {
  test('update: only listManaged returns a hidden item, which isNotVisible, until it is shown again at its old position', async (t) => {
    const { store } = await start(t)
    for (const newItem of itemsNamed('Piece', 3)) await store.add(newItem)
    const [, item] = await listItems(store.search)
    assert.ok(item)
    assert.equal(await store.isNotVisible(item.id), false)
    const hidden = await change(store, item, { hidden: true })
    assert.equal(await store.find(item.id), undefined)
    assert.equal(await store.isNotVisible(item.id), true)
    assert.equal(await store.isGone(item.id), false)
    assert.deepEqual(await titles(store), ['Piece 2', 'Piece 0'])
    assert.deepEqual((await listItems(store.search))[1], hidden)
    const shown = await change(store, hidden, { hidden: false })
    assert.deepEqual(shown, { ...item, version: shown.version })
    assert.equal(await store.isNotVisible(item.id), false)
    assert.deepEqual(await titles(store), ['Piece 2', 'Piece 1', 'Piece 0'])
  })

  test('newest: the list is full, however many items are hidden', async (t) => {
    const { store } = await start(t)
    for (const newItem of itemsNamed('Piece', 60)) await store.add(newItem)
    const items = await listItems(store.search)
    assert.deepEqual(
      items.map(({ title }) => title),
      itemsNamed('Piece', 60)
        .map(({ title }) => title)
        .toReversed(),
    )
    for (const item of items.slice(0, 30)) await change(store, item, { hidden: true })
    const left = items.slice(30).map(({ title }) => title)
    assert.deepEqual(await titles(store, 24), left.slice(0, 24))
    assert.deepEqual(await titles(store, 100), left)
    assert.equal((await listItems(store.search)).length, 60)
  })

  test('update: a hidden item can be changed and stays hidden', async (t) => {
    const { store } = await start(t)
    const hidden = await change(store, await addManaged(store), { hidden: true })
    const item = await change(store, hidden, { title: 'Unseen', sold: true })
    assert.equal(await store.find(item.id), undefined)
    assert.deepEqual(await findManaged(store, item.id), item)
  })

  test('listManaged: a restart keeps states, versions and order', async (t) => {
    const { store, reopen } = await start(t)
    for (const newItem of itemsNamed('Piece', 3)) await store.add(newItem)
    const [first, second] = await listItems(store.search)
    assert.ok(first && second)
    await change(store, first, { hidden: true, sold: true })
    await store.remove(second.id)
    const items = await listItems(store.search)
    const reopened = await reopen()
    assert.deepEqual(await listItems(reopened.search), items)
    assert.deepEqual(await titles(reopened), ['Piece 0'])
  })
}

function testNotifications(start: Start): void {
  test('watch: every change is reported, visible or not, before the call that made it resolves', async (t) => {
    const { store } = await start(t)
    const item = await addManaged(store)
    const watching = watchStore(t, store)
    await watching.firstChange
    const steps: (() => Promise<ManagedItem | undefined>)[] = [
      async () => change(store, item, { title: 'Changed' }),
      async () => change(store, await findManaged(store, item.id), { sold: true }),
      async () => change(store, await findManaged(store, item.id), { hidden: true }),
      async () => change(store, await findManaged(store, item.id), { title: 'Unseen' }),
      async () => change(store, await findManaged(store, item.id), { hidden: false }),
      () => store.remove(item.id),
      () => store.restore(item.id),
    ]
    for (const step of steps) {
      const before = watching.ids().length
      const after = await step()
      assert.ok(watching.ids().slice(before).includes(item.id))
      assert.equal((await store.newest(1)).revision, watching.changes.at(-1)?.revision)
      assert.deepEqual(await findManaged(store, item.id), after)
    }
    await store.remove(item.id)
    const before = watching.ids().length
    await store.purge(new Date(Date.now() + 60_000))
    assert.ok(watching.ids().slice(before).includes(item.id))
    assertGrowing(watching.changes)
  })

  test('watch: a change of an item that is not among the latest is reported, and found at once', async (t) => {
    const { store } = await start(t)
    const item = await addManaged(store)
    for (const newItem of itemsNamed('Newer', 30)) await store.add(newItem)
    assert.equal((await store.find(item.id))?.title, 'Beanie')
    const watching = watchStore(t, store)
    await watching.firstChange
    const changed = await change(store, item, { title: 'Changed' })
    assert.ok(watching.ids().includes(item.id))
    assert.equal((await store.find(item.id))?.title, 'Changed')
    assert.equal((await store.newest(50)).items.at(-1)?.title, 'Changed')
    await change(store, changed, { hidden: true })
    assert.equal(await store.find(item.id), undefined)
    assert.equal((await store.newest(50)).items.length, 30)
    assertGrowing(watching.changes)
  })

  test('watch: a refused change is not reported', async (t) => {
    const { store } = await start(t)
    const item = await addManaged(store)
    await change(store, item, { title: 'First' })
    const watching = watchStore(t, store)
    await watching.firstChange
    await store.update(item.id, { title: 'Second' }, item.version)
    await store.update(unknownId, { title: 'x' }, '1')
    assert.deepEqual(watching.ids(), [])
  })
}

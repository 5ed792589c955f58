import assert from 'node:assert/strict'
import { test } from 'node:test'

import { isItemId } from '../domain/item.ts'
import {
  addManaged,
  change,
  findManaged,
  itemNamed,
  itemsNamed,
  listItems,
  watchStore,
  type Start,
} from './test-support.ts'

const notSeen = { isNew: false, item: undefined }

/** Tests of `addOnce`. */
export function testAddingOnce(start: Start): void {
  test('addOnce: a new key adds an item like add', async (t) => {
    const { store } = await start(t)
    const watching = watchStore(t, store)
    await watching.firstChange
    const { isNew, item } = await store.addOnce(itemNamed('Beanie'), 'one')
    assert.ok(item && isItemId(item.id))
    const { id, createdAt } = item
    assert.deepEqual(
      { isNew, item },
      { isNew: true, item: { ...itemNamed('Beanie'), id, createdAt, sold: false, reserved: false } },
    )
    assert.deepEqual(watching.ids(), [id])
    assert.deepEqual((await store.newest(10)).items, [item])
    const other = await store.addOnce(itemNamed('Beanie'), 'another')
    assert.equal(other.isNew, true)
    assert.notEqual(other.item?.id, id)
  })

  test('addOnce: the same key adds once, and later calls change nothing', async (t) => {
    const { store } = await start(t)
    const { item } = await store.addOnce(itemNamed('Beanie'), 'one')
    const watching = watchStore(t, store)
    const { revision } = await watching.firstChange
    for (const newItem of [itemNamed('Beanie'), itemNamed('Scarf')]) {
      assert.deepEqual(await store.addOnce(newItem, 'one'), { isNew: false, item })
    }
    assert.deepEqual(watching.ids(), [])
    assert.deepEqual(await store.newest(10), { revision, items: [item] })
  })

  test('addOnce: concurrent calls with the same key add one item, and all return it', async (t) => {
    const { store } = await start(t)
    const [outcomes, others] = await Promise.all([
      Promise.all(itemsNamed('Piece', 10).map((newItem) => store.addOnce(newItem, 'one'))),
      Promise.all(itemsNamed('Other', 10).map((newItem) => store.add(newItem))),
    ])
    const added = outcomes.find(({ isNew }) => isNew)
    assert.ok(added)
    for (const outcome of outcomes) assert.deepEqual(outcome, { isNew: outcome === added, item: added.item })
    const { items } = await store.newest(100)
    assert.deepEqual(new Set(items), new Set([added.item, ...others]))
    assert.equal(items.length, 11)
  })

  test('addOnce: a repeated call returns the item as it is now, and does not change it', async (t) => {
    const { store } = await start(t)
    const added = await store.addOnce(itemNamed('Beanie'), 'one')
    assert.ok(added.item)
    const { id } = added.item
    await change(store, await findManaged(store, id), { title: 'Cap', sold: true })
    const item = { ...added.item, title: 'Cap', sold: true }
    assert.deepEqual(await store.addOnce(itemNamed('Beanie'), 'one'), { isNew: false, item })

    const hidden = await change(store, await findManaged(store, id), { hidden: true })
    assert.deepEqual(await store.addOnce(itemNamed('Beanie'), 'one'), notSeen)
    assert.deepEqual(await findManaged(store, id), hidden)

    const removed = await store.remove(id)
    assert.deepEqual(await store.addOnce(itemNamed('Beanie'), 'one'), notSeen)
    assert.deepEqual(await findManaged(store, id), removed)
  })

  test('addOnce: a repeated call does not bring a purged item back', async (t) => {
    const { store, reopen } = await start(t)
    const { item } = await store.addOnce(itemNamed('Beanie'), 'one')
    assert.ok(item)
    const other = await addManaged(store)
    const removedAt = (await store.remove(item.id))?.removedAt
    assert.ok(removedAt)
    assert.equal(await store.purge(new Date(removedAt.getTime() + 60_000)), 1)
    assert.deepEqual(await store.addOnce(itemNamed('Beanie'), 'one'), notSeen)
    const reopened = await reopen()
    assert.deepEqual(await reopened.addOnce(itemNamed('Beanie'), 'one'), notSeen)
    assert.deepEqual(await listItems(reopened.search), [other])
  })

  test('addOnce: keys are remembered after a restart', async (t) => {
    const { store, reopen } = await start(t)
    const { item } = await store.addOnce(itemNamed('Beanie'), 'one')
    const reopened = await reopen()
    assert.deepEqual(await reopened.addOnce(itemNamed('Beanie'), 'one'), { isNew: false, item })
    assert.deepEqual((await reopened.newest(10)).items, [item])
    await reopened.close()
    await assert.rejects(reopened.addOnce(itemNamed('Beanie'), 'one'), { code: 'storage-unavailable' })
  })
}

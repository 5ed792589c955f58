import assert from 'node:assert/strict'
import { test } from 'node:test'

import { addManaged, change, itemsNamed, listItems, type Start, type StoreWithSearch } from './test-support.ts'

/** Tests of `remove`, `restore` and `purge`. */
export function testRemoving(start: Start): void {
  test('remove: only listManaged returns a removed item, with its time, and it isNotVisible, until it is restored', async (t) => {
    const { store } = await start(t)
    const item = await addManaged(store)
    const before = Date.now()
    const removed = await store.remove(item.id)
    assert.ok(removed?.removedAt instanceof Date)
    assert.ok(Math.abs(removed.removedAt.getTime() - before) < 60_000)
    assert.deepEqual(removed, { ...item, removedAt: removed.removedAt, version: removed.version })
    assert.equal(await store.find(item.id), undefined)
    assert.equal(await store.isNotVisible(item.id), true)
    assert.deepEqual((await store.newest(1)).items, [])
    assert.deepEqual(await listItems(store.search), [removed])
    const restored = await store.restore(item.id)
    assert.deepEqual(restored, { ...item, version: restored?.version })
    assert.equal((await store.find(item.id))?.id, item.id)
    assert.equal(await store.isNotVisible(item.id), false)
  })

  test('update: a change of the version before the removal is refused', async (t) => {
    const { store } = await start(t)
    const item = await addManaged(store)
    const removed = await store.remove(item.id)
    assert.deepEqual(await store.update(item.id, { title: 'Late' }, item.version), { isDone: false, item: removed })
  })

  test('remove, restore: a second remove, or a restore of an item that is not removed, changes nothing', async (t) => {
    const { store } = await start(t)
    const item = await addManaged(store)
    assert.deepEqual(await store.restore(item.id), item)
    const removed = await store.remove(item.id)
    const { revision } = await store.newest(1)
    assert.deepEqual(await store.remove(item.id), removed)
    assert.equal((await store.newest(1)).revision, revision)
  })

  test('restore: a hidden item is still hidden', async (t) => {
    const { store } = await start(t)
    const hidden = await change(store, await addManaged(store), { hidden: true })
    await store.remove(hidden.id)
    const restored = await store.restore(hidden.id)
    assert.deepEqual(restored, { ...hidden, version: restored?.version })
    assert.equal(await store.find(hidden.id), undefined)
  })

  test('purge: deletes what was removed before a time for good, and nothing else', async (t) => {
    const { store, reopen } = await start(t)
    const [seen, hidden, removed, other] = await Promise.all(
      itemsNamed('Piece', 4).map((newItem) => addManaged(store, newItem)),
    )
    assert.ok(seen && hidden && removed && other)
    await change(store, hidden, { hidden: true })
    const at = (await store.remove(removed.id))?.removedAt
    await store.remove(other.id)
    await store.restore(other.id)
    assert.ok(at)
    assert.equal(await store.purge(new Date(at.getTime() - 1_000)), 0)
    assert.equal(await store.isGone(removed.id), false)

    assert.equal(await store.purge(new Date(at.getTime() + 60_000)), 1)
    assert.equal(await store.purge(new Date(at.getTime() + 60_000)), 0)
    const assertGone = async (one: StoreWithSearch) => {
      assert.equal(await one.isGone(removed.id), true)
      assert.equal(await one.isNotVisible(removed.id), false)
      assert.equal(await one.find(removed.id), undefined)
      assert.equal(await one.restore(removed.id), undefined)
      assert.equal(await one.remove(removed.id), undefined)
      assert.equal(await one.update(removed.id, { title: 'x' }, removed.version), undefined)
      const ids = (await listItems(one.search)).map(({ id }) => id)
      assert.deepEqual(new Set(ids), new Set([seen.id, hidden.id, other.id]))
      for (const { id } of [seen, other]) assert.equal(await one.isGone(id), false)
    }
    await assertGone(store)
    await assertGone(await reopen())
  })
}

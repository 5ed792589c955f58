import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'

import { openDataFolder } from '@stockinette/sqlite/data-folder.ts'
import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'
import { pino } from 'pino'

import { assertCounts } from '../search/filtering.contract.ts'
import { searchContract } from '../search/search.contract.ts'
import { findPage, foundIds, idsOf, storedItem } from '../search/test-support.ts'
import { watchStore } from '../test-support.ts'
import { SqliteStore } from './sqlite-store.ts'

const silent = pino({ enabled: false })

/** Opens a store on a folder; `close` closes both. */
function open(path: string) {
  const folder = openDataFolder(path)
  const store = new SqliteStore({ folder, log: silent })
  return { store, search: store.search, close: async () => store.close().then(() => folder.close()) }
}

searchContract('SQLite store', async (t) => {
  const { store, search, close } = open(temporaryFolder(t))
  t.after(close)
  return { store, search, put: async (items) => void (await store.put(items)) }
})

test('SQLite store: after a write that failed, index and items are equal, and new words and facets are found later', async (t) => {
  const path = temporaryFolder(t)
  const { store, search, close } = open(path)
  const first = storedItem(1)
  await store.put([first])
  const other = new DatabaseSync(join(path, 'items.db'))
  other.exec("CREATE TRIGGER refuse BEFORE UPDATE ON catalogue BEGIN SELECT RAISE(ABORT, 'refused'); END")
  const item = storedItem(2, { title: 'Unmistakable', category: 'Shawls', size: 'XS', color: 'Teal', price: 77 })
  await assert.rejects(store.put([item]))
  await assert.rejects(store.remove(first.id))
  assert.deepEqual(await foundIds(search, {}), ['item1'])
  assert.deepEqual(await foundIds(search, { words: 'unmistak' }), [])
  await assertCounts(search, [first])
  other.exec('DROP TRIGGER refuse')
  other.close()
  await store.put([item])
  for (const query of [{ words: 'unmistak' }, { category: 'shawls' }, { size: 'xs' }, { color: 'teal' }, { max: 77 }]) {
    assert.deepEqual(await foundIds(search, query), ['item2'])
  }
  await assertCounts(search, [first, item])
  await close()
})

/** Too many for the first slice of a filling. */
const manyItems = Array.from({ length: 3_000 }, (_, index) =>
  storedItem(index >> 1, { id: `item${index}`, hidden: index % 7 === 0 }),
)

test('SQLite store: a large index is filled after the start, and has what was changed meanwhile', async (t) => {
  const path = temporaryFolder(t)
  const before = open(path)
  await before.store.put(manyItems)
  await before.close()

  const { store, search, close } = open(path)
  const { changes } = watchStore(t, store)
  assert.equal(search.isIndexed(), false)
  const [added, older] = [storedItem(9_000, { title: 'Added' }), storedItem(-1, { title: 'Older', category: 'Hats' })]
  const { version = '' } = (await store.findManaged('item2999')) ?? {}
  const writes = [
    store.put([added, older]),
    store.update('item2999', { title: 'Changed' }, version),
    store.remove('item1'),
  ]
  assert.deepEqual([search.isIndexed(), changes.at(-1)?.ids], [false, ['item1']])
  await Promise.all(writes)

  const found = await foundIds(search, { words: 'changed' })
  assert.deepEqual(found, ['item2999'])
  // In the order in which they were added, though the changed one was touched first.
  assert.deepEqual(idsOf(await findPage(search, {}, 3)), ['item9000', 'item2999', 'item2998'])
  assert.equal(search.isIndexed(), true)
  await assertCounts(search, [
    older,
    { ...(manyItems[0] ?? added) },
    { ...(manyItems[1] ?? added), removedAt: new Date() },
    ...manyItems.slice(2),
    added,
  ])
  assert.deepEqual(changes.at(-1)?.ids, [])
  await close()
})

test('SQLite store: items of one millisecond keep their order when the index is filled again', async (t) => {
  const path = temporaryFolder(t)
  const before = open(path)
  await before.store.put(manyItems)
  const ids = await foundIds(before.search, {})
  await before.close()
  const after = open(path)
  assert.deepEqual(await foundIds(after.search, {}), ids)
  await after.close()
})

test('SQLite store: a store that is closed while its index is filled refuses who waits for it', async (t) => {
  const path = temporaryFolder(t)
  const before = open(path)
  await before.store.put(manyItems)
  await before.close()
  const { search, close } = open(path)
  const refused = assert.rejects(search.overview(), { code: 'storage-unavailable' })
  await close()
  await refused
})

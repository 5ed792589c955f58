import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'

import { openDataFolder } from '@stockinette/sqlite/data-folder.ts'
import { assertNoScans, temporaryFolder } from '@stockinette/sqlite/test-support.ts'
import { pino } from 'pino'

import { wholeCatalogue, type CatalogueQuery } from '../../domain/catalogue/catalogue-query.ts'
import { assertCounts } from '../search/filtering.contract.ts'
import { searchContract } from '../search/search.contract.ts'
import { foundIds, storedItem } from '../search/test-support.ts'
import { ItemTable } from './item-table.ts'
import { openShopDatabase } from './shop-database.ts'
import { SqliteStore } from './sqlite-store.ts'

searchContract('SQLite store', async () => {
  const path = mkdtempSync(join(tmpdir(), 'stockinette-'))
  const folder = openDataFolder(path)
  const store = new SqliteStore({ folder, log: pino({ enabled: false }) })
  return {
    store,
    put: async (items) => void (await store.put(items)),
    dispose: async () => {
      await store.close()
      folder.close()
      rmSync(path, { recursive: true })
    },
  }
})

const silent = pino({ enabled: false })

test('SQLite store: after a write that failed, index and items are equal, and new words and facets are found later', async (t) => {
  const folder = openDataFolder(temporaryFolder(t))
  const store = new SqliteStore({ folder, log: silent })
  const first = storedItem(1)
  await store.put([first])
  const other = new DatabaseSync(join(folder.path, 'items.db'))
  // The last statement of a write fails, after the index was written.
  other.exec("CREATE TRIGGER refuse BEFORE UPDATE ON catalogue BEGIN SELECT RAISE(ABORT, 'refused'); END")
  const item = storedItem(2, { title: 'Unmistakable', category: 'Shawls', size: 'XS', color: 'Teal', price: 77 })
  await assert.rejects(store.put([item]))
  await assert.rejects(store.remove(first.id))
  assert.deepEqual(await foundIds(store, {}), ['item1'])
  assert.deepEqual(await foundIds(store, { words: 'unmistak' }), [])
  await assertCounts(store, [first])
  other.exec('DROP TRIGGER refuse')
  other.close()
  await store.put([item])
  for (const query of [{ words: 'unmistak' }, { category: 'shawls' }, { size: 'xs' }, { color: 'teal' }, { max: 77 }]) {
    // oxlint-disable-next-line no-await-in-loop -- A failure is that of the first query.
    assert.deepEqual(await foundIds(store, query), ['item2'])
  }
  await assertCounts(store, [first, item])
  await store.close()
  folder.close()
})

test('SQLite store: an index of another version is filled again when the shop opens', async (t) => {
  const path = temporaryFolder(t)
  const open = () => {
    const folder = openDataFolder(path)
    const store = new SqliteStore({ folder, log: silent })
    return { store, close: async () => store.close().then(() => folder.close()) }
  }
  const before = open()
  const stored = Array.from({ length: 1_100 }, (_, index) =>
    storedItem(index >> 1, { id: `item${index}`, hidden: index % 7 === 0 }),
  )
  await before.store.put(stored)
  const ids = await foundIds(before.store, {})
  await before.close()
  const database = new DatabaseSync(join(path, 'items.db'))
  database.exec('UPDATE search_index SET version = 0; DELETE FROM item_terms; DELETE FROM facet_count')
  database.close()
  const after = open()
  assert.deepEqual(await foundIds(after.store, {}), ids)
  await assertCounts(after.store, stored)
  await after.close()
})

test('SQLite store: no search scans a table or sorts', (t) => {
  const path = temporaryFolder(t)
  using database = openShopDatabase({ path })
  const items = Array.from({ length: 60 }, (_, index) =>
    storedItem(index, {
      title: 'Wool sweater',
      description: 'b',
      size: 'M',
      color: 'Ivory',
      price: 1_000 + index / 100,
    }),
  )
  new ItemTable(database).put(items)
  const queries: Partial<CatalogueQuery>[] = [
    {},
    { cursor: { direction: 'after', key: '9' } },
    { cursor: { direction: 'before', key: '1' } },
    { words: 'wool sweater b', sort: 'best' },
    { category: 'Knits', size: 'M', color: 'Ivory', isAvailable: true, min: 1, max: 9_999, words: 'wool' },
    { sort: 'price' },
    { sort: 'price-desc', cursor: { direction: 'after', key: '100.9' } },
    { words: 'sweeter' },
  ]
  assertNoScans(t, database, () => {
    const folder = openDataFolder(path)
    const store = new SqliteStore({ folder, log: silent })
    for (const query of queries) void store.search({ ...wholeCatalogue, ...query }, 24)
    void store.facets('Knits')
    void store.overview()
    void store.listPublic('9', 24)
    void store.listManaged({ words: 'wool', state: 'all', cursor: null }, 100)
    t.after(async () => store.close().then(() => folder.close()))
  })
})

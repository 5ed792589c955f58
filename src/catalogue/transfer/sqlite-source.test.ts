import assert from 'node:assert/strict'
import { rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'

import { openDataFolder } from '@stockinette/sqlite/data-folder.ts'
import {
  assertNoScans,
  assertOneLine,
  contents,
  fillDisk,
  noSmallDisk,
  smallDisk,
  temporaryFolder,
} from '@stockinette/sqlite/test-support.ts'
import { pino } from 'pino'

import { openShopDatabase } from '../sqlite/shop-database.ts'
import { SqliteStore } from '../sqlite/sqlite-store.ts'
import { itemNamed } from '../test-support.ts'
import { createSqliteSource } from './sqlite-source.ts'
import { transferContract, transferItem } from './transfer.contract.ts'

const log = pino({ enabled: false })

function openStore(path: string) {
  const folder = openDataFolder(path)
  const store = new SqliteStore({ folder, log })
  const close = async () => {
    await store.close()
    folder.close()
  }
  return { store, close }
}

transferContract('SQLite transfer', async (t) => {
  const path = temporaryFolder(t)
  const { store, close } = openStore(path)
  t.after(close)
  return { store, sink: store, source: createSqliteSource(path) }
})

describe('SQLite source', () => {
  test('all: is a snapshot, even if items are added while it is read', async (t) => {
    const path = temporaryFolder(t)
    const { store, close } = openStore(path)
    t.after(close)
    await store.put(Array.from({ length: 500 }, (_, index) => transferItem(index)))
    let count = 0
    for await (const page of createSqliteSource(path).all()) {
      count += page.length
      await store.add(itemNamed('Meanwhile'))
    }
    assert.equal(count, 500)
  })

  test('count: reads a folder without a running shop, and leaves it as it is', async (t) => {
    const path = temporaryFolder(t)
    const { store, close } = openStore(path)
    await store.put([transferItem(0)])
    await close()
    const before = contents(path)['items.db']
    assert.equal(await createSqliteSource(path).count(), 1)
    assert.equal(contents(path)['items.db'], before)
  })

  test('count: is 0 for an empty folder, and creates nothing there', async (t) => {
    const path = temporaryFolder(t)
    assert.equal(await createSqliteSource(path).count(), 0)
    assert.deepEqual(contents(path), {})
  })

  test('all: the query neither scans a table nor sorts', async (t) => {
    const path = temporaryFolder(t)
    const { close } = openStore(path)
    t.after(close)
    using database = openShopDatabase({ path })
    const pages = createSqliteSource(path).all()[Symbol.asyncIterator]()
    let reading: Promise<unknown> | undefined
    assertNoScans(t, database, () => (reading = pages.next()))
    await reading
  })

  for (const [what, spoil, line] of [
    ['damaged', (file: string) => writeFileSync(file, 'x'.repeat(4_096)), /is damaged/],
    ['newer', (file: string) => setVersion(file, 99), /newer version/],
    ['older', (file: string) => setVersion(file, 0), /is damaged|older version/],
  ] as const) {
    test(`count: one line says what to do with a file that is ${what}`, async (t) => {
      const path = temporaryFolder(t)
      await openStore(path).close()
      spoil(join(path, 'items.db'))
      await assert.rejects(createSqliteSource(path).count(), (error: Error) => {
        assertOneLine(error.message, line)
        return error.name === 'StartError'
      })
    })
  }
})

function setVersion(file: string, version: number): void {
  const database = new DatabaseSync(file)
  database.exec(`PRAGMA user_version = ${version}`)
  database.close()
}

describe('SQLite sink', () => {
  test('put: adds all items or none when the disk is full, and works again later', async (t) => {
    const disk = smallDisk(t, 4_000_000)
    if (disk === undefined) return t.skip(noSmallDisk)
    const path = join(disk, 'data')
    const { store, close } = openStore(path)
    t.after(close)
    await store.put([transferItem(0)])
    const filler = join(disk, 'filler')
    fillDisk(filler)
    // There is room for some of them, so the first ones must be rolled back.
    truncateSync(filler, statSync(filler).size - 200_000)
    const items = Array.from({ length: 200 }, (_, index) => transferItem(index, { description: 'x'.repeat(4_000) }))
    await assert.rejects(store.put(items), { code: 'storage-unavailable' })
    assert.equal(await createSqliteSource(path).count(), 1)
    rmSync(filler)
    assert.deepEqual(new Set(await store.put(items)), new Set(['differs', 'added']))
    assert.equal(await createSqliteSource(path).count(), 200)
  })

  test('put: a closed store refuses items', async (t) => {
    const { store, close } = openStore(temporaryFolder(t))
    await close()
    await assert.rejects(store.put([transferItem(0)]), { code: 'storage-unavailable' })
  })
})

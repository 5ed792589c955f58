import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'

import { openDataFolder } from '@stockinette/sqlite/data-folder.ts'
import { openDatabase } from '@stockinette/sqlite/database.ts'
import {
  assertNoScans,
  assertOneLine,
  fillDisk,
  kill,
  noFailingSync,
  noSmallDisk,
  smallDisk,
  startProcess,
  temporaryFolder,
  withFailingSync,
} from '@stockinette/sqlite/test-support.ts'
import { pino } from 'pino'

import { wholeCatalogue } from '../../domain/catalogue/catalogue-query.ts'
import { noFields } from '../../domain/item-fields.ts'
import { initialState } from '../../domain/item-state.ts'
import { fullItem } from '../../domain/test-support.ts'
import { createItemId, itemIdOf } from '../item-id.ts'
import { storeContract } from '../store.contract.ts'
import type { Change, Store } from '../store.ts'
import { addManaged, itemNamed, photosNamed } from '../test-support.ts'
import { migrations, openShopDatabase } from './shop-database.ts'
import { SqliteStore } from './sqlite-store.ts'

const silent = pino({ enabled: false })

/** Opens a store in this folder. `close` closes the store and the folder, and may be called again. */
function openStore(path: string, log = silent): { store: SqliteStore; close: () => Promise<void> } {
  const folder = openDataFolder(path)
  const store = new SqliteStore({ folder, log })
  const close = async () => {
    await store.close()
    folder.close()
  }
  return { store, close }
}

function openForTest(t: TestContext, path = temporaryFolder(t), log = silent): SqliteStore {
  const { store, close } = openStore(path, log)
  t.after(close)
  return store
}

function addAll(store: Store, titles: readonly string[]) {
  return Promise.all(titles.map((title) => store.add(itemNamed(title))))
}

async function newestTitles(store: Store): Promise<string[]> {
  return (await store.newest(100)).items.map(({ title }) => title)
}

storeContract('SQLite store', async (t) => {
  const path = temporaryFolder(t)
  let { store, close } = openStore(path)
  t.after(() => close())
  return {
    store,
    async reopen() {
      await close()
      ;({ store, close } = openStore(path))
      return store
    },
  }
})

describe('SQLite store: order and ids', () => {
  test('newest: items of one millisecond stay in the order of adding, alone or together', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: 1_790_000_000_000 })
    const store = openForTest(t)
    await store.add(itemNamed('1'))
    const added = await addAll(store, ['2', '3', '4'])
    await store.add(itemNamed('5'))
    assert.ok(added.every(({ createdAt }) => createdAt.getTime() === 1_790_000_000_000))
    assert.deepEqual(await newestTitles(store), ['5', '4', '3', '2', '1'])
  })

  test('newest: items are in the order of their times, also if the clock is set back', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: 2_000 })
    const store = openForTest(t)
    await store.add(itemNamed('second'))
    t.mock.timers.setTime(1_000)
    await store.add(itemNamed('first'))
    assert.deepEqual(await newestTitles(store), ['second', 'first'])
  })

  test('no query scans a table or sorts', (t) => {
    const path = temporaryFolder(t)
    using database = openShopDatabase({ path })
    assertNoScans(t, database, () => void openForTest(t, path))
  })

  test('migration: items from before photos have none, and use the photo in their image URL', async (t) => {
    const path = temporaryFolder(t)
    const before = openDatabase(join(path, 'items.db'), migrations.slice(0, 2))
    const add = before.prepare(
      "INSERT INTO item (id, created_at, title, tagline, category, image_url) VALUES (?, 1, 'Beanie', '', 'Knits', ?)",
    )
    const photo = '0'.repeat(32)
    add.run('A'.repeat(20), `/photos/${photo}-960.webp`)
    add.run('B'.repeat(20), 'https://example.com/beanie.jpg')
    before.close()
    const store = openForTest(t, path)
    assert.deepEqual(
      (await store.newest(24)).items.map(({ photos }) => photos),
      [[], []],
    )
    assert.deepEqual(await store.usedPhotos([photo, '1'.repeat(32)]), new Set([photo]))
  })

  for (const [title, create] of [
    ['createItemId', createItemId],
    ['itemIdOf', (i: number) => itemIdOf(`key ${i}`)],
  ] as const) {
    test(`${title}: uses every letter and digit equally often`, () => {
      const counts = new Map<string, number>()
      for (let i = 0; i < 10_000; i++) {
        for (const character of create(i)) counts.set(character, (counts.get(character) ?? 0) + 1)
      }
      // 200,000 characters: 3,226 of each, give or take six standard deviations of 56. Bytes modulo 62: some 3,906.
      assert.equal(counts.size, 62)
      for (const [character, count] of counts) assert.ok(Math.abs(count - 3_226) < 340, `${character}: ${count}`)
    })
  }
})

describe('SQLite store: fields', () => {
  test('migration: the columns of earlier versions become the same fields', async (t) => {
    const path = temporaryFolder(t)
    const before = openDatabase(join(path, 'items.db'), migrations.slice(0, 9))
    const photos = photosNamed('30')
    const texts = {
      title: 'Beanie',
      tagline: 'Soft',
      category: 'Beanies',
      imageUrl: 'https://example.com/a.jpg',
      size: 'M',
      color: 'Ivory',
      yarn: 'Merino, 4-ply',
      measurements: '22 cm\n24 cm',
      care: 'By hand',
      description: '"a\\\n\u{1F9F6}',
    }
    const add =
      before.prepare(`INSERT INTO item (id, created_at, changed_at, version, hidden, sold, price_cents, made_to_order,
      weeks_to_make, focus_x, focus_y, title, tagline, category, image_url, size, color, yarn, measurements, care, description,
      photos) VALUES ('full', 1, 2, 7, 0, 1, 99999999999, 1, 3, 40, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, char(0) || ?, ?)`)
    add.run(...Object.values(texts), JSON.stringify(photos))
    before.exec(`INSERT INTO item (id, created_at, title, tagline, category, image_url) VALUES ('bare', 3, 'Bare', '', 'Knits', '');
      INSERT INTO item_photo VALUES ('full', '${photos[0]?.id}')`)
    before.close()
    const store = openForTest(t, path)
    const others = {
      price: 999_999_999.99,
      madeToOrder: true,
      weeksToMake: 3,
      focus: { x: 40, y: 0 },
      photos,
      sold: true,
    }
    const row = { ...initialState, id: 'full', createdAt: new Date(1), version: '7' }
    assert.deepEqual(await store.findManaged('full'), { ...row, ...noFields, ...texts, ...others })
    const bare = { ...noFields, title: 'Bare', id: 'bare', createdAt: new Date(3), sold: false, reserved: false }
    assert.deepEqual(await store.find('bare'), bare)
    assert.deepEqual(await store.usedPhotos(photos.map(({ id }) => id)), new Set([photos[0]?.id]))
    assert.equal((await store.search.search({ ...wholeCatalogue, words: '4-ply' }, 24)).total, 1)
  })

  test('addCopy: a copy that cannot be read any more is replaced by one with the same id', async (t) => {
    const path = temporaryFolder(t)
    const store = openForTest(t, path)
    const { id, imageUrl } = await addManaged(store)
    const [copy = assert.fail()] = photosNamed('1')
    using other = new DatabaseSync(join(path, 'items.db'))
    other.exec(`UPDATE item SET fields = json_set(fields, '$.photos', json('[{"id":"${copy.id}"}]'));
      INSERT INTO item_photo VALUES ('${id}', '${copy.id}')`)
    assert.deepEqual((await store.find(id))?.photos, [])
    assert.equal(await store.addCopy(id, imageUrl, copy), true)
    assert.deepEqual((await store.find(id))?.photos, [copy])
  })

  test('update: those of a later version stay in the database', async (t) => {
    const path = temporaryFolder(t)
    const store = openForTest(t, path)
    const { id, version } = await addManaged(store)
    using other = new DatabaseSync(join(path, 'items.db'))
    other.exec(`UPDATE item SET fields = json_set(fields, '$.needles', json('{"mm":4.5}'))`)
    await store.update(id, { title: 'Scarf', care: null, focus: { x: 1, y: 2 }, price: null }, version)
    const { fields } = other.prepare('SELECT fields FROM item').get() as { fields: string }
    const { care: _, price: __, photos: ___, ...rest } = fullItem
    assert.deepEqual(JSON.parse(fields), { ...rest, title: 'Scarf', focus: { x: 1, y: 2 }, needles: { mm: 4.5 } })
  })
})

describe('SQLite store: items added at the same moment', () => {
  test('add: concurrent calls make one revision and one change', async (t) => {
    const store = openForTest(t)
    const changes: Change[] = []
    store.watch((change) => changes.push(change))
    const added = await addAll(store, ['1', '2', '3'])
    assert.deepEqual(changes, [
      { revision: 0, ids: [] },
      { revision: 1, ids: added.map(({ id }) => id) },
    ])
    await store.add(itemNamed('4'))
    assert.equal(changes.at(-1)?.revision, 2)
  })

  test('add: all calls are refused while another program locks the file, and later ones succeed', async (t) => {
    const path = temporaryFolder(t)
    const store = openForTest(t, path)
    const other = new DatabaseSync(join(path, 'items.db'))
    t.after(() => other.close())
    other.exec('BEGIN IMMEDIATE')
    await assertRefused(store, ['1', '2', '3'])
    other.exec('ROLLBACK')
    await addAll(store, ['4', '5'])
    assert.deepEqual(await newestTitles(store), ['5', '4'])
  })

  test('add: all calls are refused while the disk is full, and later ones succeed', async (t) => {
    const disk = smallDisk(t, 4_000_000)
    if (disk === undefined) return t.skip(noSmallDisk)
    const { store, close } = openStore(join(disk, 'data'))
    await store.add(itemNamed('1'))
    const filler = join(disk, 'filler')
    fillDisk(filler)
    // There is room for some of them, so the first ones must be rolled back.
    truncateSync(filler, statSync(filler).size - 200_000)
    const titles = Array.from({ length: 50 }, (_, index) => `${index} ${'x'.repeat(20_000)}`)
    await assertRefused(store, titles)
    await assertRefused(store, titles)
    assert.deepEqual(await newestTitles(store), ['1'])

    rmSync(filler)
    await store.add(itemNamed('2'))
    await close()
    const reopened = openStore(join(disk, 'data'))
    assert.deepEqual(await newestTitles(reopened.store), ['2', '1'])
    await reopened.close()
  })
})

/** Asserts that each of these items is refused, that watchers are not notified and that the catalogue is unchanged. */
async function assertRefused(store: Store, titles: readonly string[]): Promise<void> {
  const before = await store.newest(1_000)
  const changes: Change[] = []
  const stop = store.watch((change) => changes.push(change))
  const outcomes = await Promise.allSettled(titles.map((title) => store.add(itemNamed(title))))
  stop()
  assert.deepEqual(
    outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.code),
    titles.map(() => 'storage-unavailable'),
  )
  assert.deepEqual(changes, [{ revision: before.revision, ids: [] }])
  assert.deepEqual(await store.newest(1_000), before)
}

describe('SQLite store: watchers', () => {
  test('watch: a watcher that throws is logged at each call, also at the first', async (t) => {
    const lines: string[] = []
    const log = pino({ base: null }, { write: (line) => lines.push(line) })
    const store = openForTest(t, temporaryFolder(t), log)
    store.watch(() => {
      throw new Error('This watcher fails.')
    })
    await store.add(itemNamed('Beanie'))
    const entries = lines.map((line) => JSON.parse(line) as { err: { message: string }; revision: number })
    assert.deepEqual(
      entries.map(({ err, revision }) => [err.message, revision]),
      [
        ['This watcher fails.', 0],
        ['This watcher fails.', 1],
      ],
    )
  })

  test('watch: a watcher that is added or removed during a notification gets no revision twice, and none later', async (t) => {
    const store = openForTest(t)
    const late: number[] = []
    const stopped: number[] = []
    store.watch(({ revision }) => {
      if (revision !== 1) return
      stop()
      store.watch((change) => late.push(change.revision))
    })
    const stop = store.watch(({ revision }) => stopped.push(revision))
    await store.add(itemNamed('1'))
    await store.add(itemNamed('2'))
    assert.deepEqual(stopped, [0])
    assert.deepEqual(late, [1, 2])
  })
})

describe('SQLite store: a process that is killed while items are added', () => {
  test('add: every item whose call resolved is still there', async (t) => {
    const path = temporaryFolder(t)
    const { child, nextLine } = startProcess(t, new URL('./test-support-adding-process.ts', import.meta.url), [path])
    const stored: string[] = []
    while (stored.length < 1_000) stored.push(await nextLine())
    const killed = kill(child)
    for (let id = await nextLine(); id !== ''; id = await nextLine()) stored.push(id)
    await killed

    const store = openForTest(t, path)
    // The last line may have been cut off.
    const idLength = createItemId().length
    for (const id of stored.filter((line) => line.length === idLength)) assert.equal((await store.find(id))?.id, id)
    const { revision } = await store.newest(1)
    assert.ok(revision >= stored.length / 16)
    await store.add(itemNamed('Scarf'))
    assert.equal((await store.newest(1)).revision, revision + 1)
  })
})

describe('SQLite store: a disk that fails to sync once while items are added', () => {
  test('add: the process exits with one line, and after a restart every item whose call resolved is there', async (t) => {
    const under = withFailingSync(60)
    if (under === undefined) return t.skip(noFailingSync)
    const path = temporaryFolder(t)
    const adding = new URL('./test-support-adding-process.ts', import.meta.url)
    const [program, ...command] = [...under, process.execPath, fileURLToPath(adding), path]
    const { status, stdout, stderr } = spawnSync(program, command, { encoding: 'utf8' })
    assert.equal(status, 1)
    assertOneLine(stderr.trimEnd(), /^The disk failed .*\(EIO\).*start again\.$/)
    const reported = stdout.trimEnd().split('\n')
    assert.ok(reported.length > 0)
    const store = openForTest(t, path)
    for (const id of reported) assert.equal((await store.find(id))?.id, id)
  })
})

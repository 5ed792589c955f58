import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'

import { openDataFolder } from '@stockinette/sqlite/data-folder.ts'
import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'
import { pino } from 'pino'

import { SqliteStore } from '../catalogue/sqlite/sqlite-store.ts'
import { addManaged, change, itemNamed, itemWithPhotos } from '../catalogue/test-support.ts'
import { openPhotos } from './photos.ts'
import { ageFiles, dayMs, drawPhoto } from './test-support.ts'

const hourMs = 3_600_000

/** The stored items and photos, an hour after the last garbage collection. */
async function open(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const path = temporaryFolder(t)
  const folder = openDataFolder(path)
  let looked = Promise.withResolvers<void>()
  const log = pino({ base: null }, { write: () => looked.resolve() })
  const store = new SqliteStore({ folder, log })
  const clock = { distrust: undefined as string | undefined }
  const distrustClock = () => clock.distrust
  const photos = await openPhotos({ dataDir: path, copiesPictures: false, store, distrustClock, log })
  t.after(async () => {
    await photos.close()
    await store.close()
    folder.close()
  })
  const { library } = photos

  const files = join(path, 'photos')
  const add = async (color: string) => library.add(await drawPhoto(path, color))
  const age = (ms: number) => ageFiles(files, ms)
  /** Collects garbage. One photo is unused, so that something is logged. */
  const collect = async () => {
    const unused = await add(`#${String(Date.now()).slice(-6)}`)
    await ageFiles(files, 2 * dayMs, unused.id)
    looked = Promise.withResolvers()
    t.mock.timers.tick(hourMs)
    await looked.promise
    assert.equal((await library.find(unused.id)) === undefined, clock.distrust === undefined)
  }
  return { store, library, add, age, collect, clock }
}

test('garbage collection: photos of visible and hidden items stay; unused photos are removed after a day, not before', async (t) => {
  const { store, library, add, age, collect } = await open(t)
  const photos = await Promise.all(['#a00', '#0a0', '#00a', '#aa0', '#0aa', '#a0a'].map(add))
  const [used, hidden, removed, copied, replaced, unused] = photos
  assert.ok(used && hidden && removed && copied && replaced && unused)
  const item = await addManaged(store, itemWithPhotos([replaced]))
  await change(store, item, itemWithPhotos([used]))
  await change(store, await addManaged(store, itemWithPhotos([hidden])), { hidden: true })
  const gone = await addManaged(store, itemWithPhotos([removed]))
  await store.remove(gone.id)
  const { id, imageUrl } = await store.add(itemNamed('Copied'))
  await store.addCopy(id, imageUrl, copied)
  const there = () => Promise.all(photos.map((photo) => library.find(photo.id)))

  await age(dayMs - hourMs)
  await collect()
  assert.deepEqual(await there(), photos)
  await age(dayMs + hourMs)
  await collect()
  assert.deepEqual(await there(), [used, hidden, removed, copied, undefined, undefined])
  await store.purge(new Date(Date.now() + dayMs))
  await collect()
  assert.deepEqual(await there(), [used, hidden, undefined, copied, undefined, undefined])
})

test('garbage collection: removes nothing while the clock is not trusted', async (t) => {
  const { library, add, age, collect, clock } = await open(t)
  const unused = await add('#a00')
  await age(2 * dayMs)
  clock.distrust = 'the clock jumped'
  await collect()
  assert.deepEqual(await library.find(unused.id), unused)
  clock.distrust = undefined
  await collect()
  assert.equal(await library.find(unused.id), undefined)
})

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test, type TestContext } from 'node:test'

import { Encoder } from '../../src/photos/encoder/encoder.ts'
import { collectGarbage } from '../../src/photos/garbage-collection.ts'
import { PhotoLibrary } from '../../src/photos/photo-library.ts'
import { dayMs, drawPhoto, openLibrary, usesOf } from '../../src/photos/test-support.ts'

const encoder = new Encoder()
after(() => encoder.close())

const open = (t: TestContext) => openLibrary(t, { encoder })

/** The names of files, without the trash. */
async function filesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name !== '.removed')
}

test('garbage collection: removes unused photos after a day, with all their files', async (t) => {
  const { store, library, add, age, folder } = await open(t)
  const [used, unused, young] = [await add('#a00'), await add('#0a0'), await add('#00a')]
  await age(used.id, 2 * dayMs)
  await age(unused.id, dayMs + 60_000)
  await age(young.id, dayMs - 60_000)
  assert.deepEqual(await collectGarbage({ store, library, uses: usesOf(used.id) }), [unused.id])
  assert.deepEqual(await library.find(used.id), used)
  assert.deepEqual(await library.find(young.id), young)
  assert.equal(await library.find(unused.id), undefined)
  assert.ok(!(await readdir(folder)).some((name) => name.startsWith(unused.id)))
  assert.ok(await library.restore(unused.id))
  assert.deepEqual(await library.find(unused.id), unused)
  assert.deepEqual(await collectGarbage({ store, library, uses: usesOf(used.id) }), [])
})

test('garbage collection: a photo that is touched, marked used or uploaded again stays for another day', async (t) => {
  const shop = await open(t)
  const [touched, used, sent] = [await shop.add('#00a'), await shop.add('#a00'), await shop.add('#0a0')]
  for (const { id } of [touched, used, sent]) await shop.age(id, 2 * dayMs)
  const library = new PhotoLibrary(shop) // As after a restart: the one that stored them does not touch them again within an hour.
  assert.deepEqual(await library.touch(touched.id), touched)
  assert.deepEqual(await library.markUsed(used.id), used)
  assert.deepEqual(await shop.add('#0a0'), sent)
  assert.deepEqual(await collectGarbage(shop), [])
})

test('findByContent: a read writes nothing, and does not list all photos', async (t) => {
  const { dataDir, add, age, store } = await open(t)
  const { id } = await add('#a00')
  await age(id, 2 * dayMs)
  const before = await store.modifiedAt(`${id}.json`)
  const path = await drawPhoto(dataDir, '#a00')
  const sha256 = createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
  let looks = 0
  const list = (prefix?: string, names?: readonly string[]) => {
    if (names === undefined) looks++
    return store.list(prefix, names)
  }
  const library = new PhotoLibrary({ store: { ...store, list }, encoder })
  assert.equal((await library.findByContent(path, sha256))?.id, id)
  assert.equal(looks, 0)
  assert.deepEqual(await store.modifiedAt(`${id}.json`), before)
})

test('markUsed: repeated calls write the description once', async (t) => {
  const { store, add } = await open(t)
  const { id } = await add('#a00')
  const writes: string[] = []
  const counted = {
    ...store,
    put(name: string, bytes: Uint8Array) {
      writes.push('put')
      return store.put(name, bytes)
    },
    touch(name: string) {
      writes.push('touch')
      return store.touch(name)
    },
  }
  const library = new PhotoLibrary({ store: counted, encoder })
  for (let times = 0; times < 3; times++) assert.equal((await library.touch(id))?.id, id)
  assert.deepEqual(writes, ['touch'])
  for (let times = 0; times < 3; times++) assert.equal((await library.markUsed(id))?.id, id)
  assert.deepEqual(writes, ['touch', 'put'])
  assert.ok(await library.wasUsed(id))
})

test('garbage collection: a photo that is marked used while it runs stays', async (t) => {
  const { store, library, add, age } = await open(t)
  const { id } = await add('#a00')
  await age(id, 2 * dayMs)
  const usedPhotos = async () => {
    await library.markUsed(id)
    return new Set<string>()
  }
  assert.deepEqual(await collectGarbage({ store, library, uses: { usedPhotos } }), [])
})

test('garbage collection: a photo touched at the moment of its removal is complete', async (t) => {
  const shop = await open(t)
  const { folder } = shop
  for (const work of ['touch', 'markUsed'] as const) {
    for (const isRemovedLast of [true, false]) {
      const { id } = await shop.add('#a00')
      await shop.age(id, 2 * dayMs)
      const library = new PhotoLibrary(shop) // As after a restart.
      const files = await filesIn(folder)
      const before = new Date(Date.now() - dayMs)
      const steps = [() => library[work](id), () => library.trashIfOld(id, before, files)]
      await Promise.all((isRemovedLast ? steps : steps.toReversed()).map((step) => step()))
      assert.ok(await library.find(id))
      assert.deepEqual(await filesIn(folder), files)
    }
  }
  assert.deepEqual(await collectGarbage(shop), [])
})

test('garbage collection: removes orphaned files after a day', async (t) => {
  const shop = await open(t)
  const id = '0'.repeat(32)
  await shop.store.put(`${id}-180.avif`, Buffer.from('half a photo'))
  assert.deepEqual(await collectGarbage(shop), [])
  await shop.age(id, 2 * dayMs)
  assert.deepEqual(await collectGarbage(shop), [id])
  assert.deepEqual(await filesIn(shop.folder), [])
})

test('add: a photo that cannot be stored completely does not exist, and its files are collected', async (t) => {
  const shop = await open(t)
  const { id } = await (await open(t)).add('#a00')
  const inTheWay = join(shop.folder, `${id}-100.webp`)
  await mkdir(inTheWay)
  await assert.rejects(shop.add('#a00'), { code: 'storage-unavailable' })
  assert.equal(await shop.library.find(id), undefined)
  await rmdir(inTheWay)
  assert.deepEqual(await filesIn(shop.folder), [`${id}-100.avif`, `${id}.jpg`])
  await shop.age(id, 2 * dayMs)
  assert.deepEqual(await collectGarbage(shop), [id])
  assert.deepEqual(await filesIn(shop.folder), [])
})

for (const [what, description] of [
  ['is not JSON', '{'],
  ['is null', 'null'],
  ['has no width', JSON.stringify({ id: '0'.repeat(32), height: 1, placeholder: '' })],
  ['has a placeholder with HTML', '{"placeholder":"data:image/webp;base64,A\\"><script>"}'],
] as const) {
  test(`find: a photo whose description ${what} does not exist, and counts as used`, async (t) => {
    const { store, library } = await open(t)
    const id = '0'.repeat(32)
    await store.put(`${id}.json`, Buffer.from(description))
    assert.equal(await library.find(id), undefined)
    assert.equal(await library.markUsed(id), undefined)
    assert.ok(await library.wasUsed(id))
  })
}

test('adding: a call that waits for one which has read half of the file reads it again', async (t) => {
  const { library, dataDir } = await open(t)
  const path = await drawPhoto(dataDir)
  const bytes = await readFile(path)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await writeFile(path, bytes.subarray(0, bytes.length / 2))
  const [first, second] = [library.add(path, sha256), library.add(path, sha256)]
  await assert.rejects(first, /damaged on the way/)
  writeFileSync(path, bytes) // Before the second call reads it.
  assert.equal((await second).width, 100)
})

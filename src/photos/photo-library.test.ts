import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test, type TestContext } from 'node:test'

import sharp from 'sharp'

import type { ShopError } from '../domain/errors.ts'
import type { EncodedPhoto } from './encoder/encode.ts'
import { createEncoder } from './encoder/encoder.ts'
import { collectGarbage } from './garbage-collection.ts'
import { createPhotoLibrary } from './photo-library.ts'
import type { PhotoStore } from './photo-store.ts'
import { openDiskStore } from './storage/disk-store.ts'
import { openUploads } from './uploads.ts'

const day = 24 * 3_600_000

async function open(t: TestContext) {
  const dataDir = await mkdtemp(join(tmpdir(), 'library-'))
  const folder = join(dataDir, 'photos')
  const store = await openDiskStore(folder)
  const encoder = createEncoder()
  t.after(async () => {
    await encoder.close()
    await rm(dataDir, { recursive: true })
  })
  const library = createPhotoLibrary({ store, encoder })
  const add = async (color: string) => {
    const path = join(dataDir, 'photo')
    await writeFile(
      path,
      await sharp({ create: { width: 100, height: 100, channels: 3, background: color } })
        .png()
        .toBuffer(),
    )
    return library.add(path)
  }
  /** Makes every file of a photo this old. */
  const age = async (id: string, ms: number) => {
    const then = new Date(Date.now() - ms)
    for (const name of await readdir(folder)) if (name.startsWith(id)) await utimes(join(folder, name), then, then)
  }
  return { dataDir, folder, store, encoder, library, add, age }
}

/** Uses of photos by items. */
function usesOf(...ids: string[]) {
  return { usedPhotos: (asked: readonly string[]) => Promise.resolve(new Set(ids.filter((id) => asked.includes(id)))) }
}

test('garbage collection: removes unused photos after a day, with all their files', async (t) => {
  const { store, library, add, age, folder } = await open(t)
  const [used, unused, young] = [await add('#a00'), await add('#0a0'), await add('#00a')]
  await age(used.id, 2 * day)
  await age(unused.id, day + 60_000)
  await age(young.id, day - 60_000)
  assert.deepEqual(await collectGarbage({ store, library, uses: usesOf(used.id) }), [unused.id])
  assert.deepEqual(await library.find(used.id), used)
  assert.deepEqual(await library.find(young.id), young)
  assert.equal(await library.find(unused.id), undefined)
  assert.ok(!(await readdir(folder)).some((name) => name.startsWith(unused.id)))
  assert.ok(await library.restore(unused.id))
  assert.deepEqual(await library.find(unused.id), unused)
  assert.deepEqual(await collectGarbage({ store, library, uses: usesOf(used.id) }), [])
})

/** The names of files, without the trash. */
async function filesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name !== '.removed')
}

test('garbage collection: a photo that is marked used or uploaded again stays for another day', async (t) => {
  const { store, library, add, age } = await open(t)
  const [used, sent] = [await add('#a00'), await add('#0a0')]
  for (const { id } of [used, sent]) await age(id, 2 * day)
  assert.deepEqual(await library.markUsed(used.id), used)
  assert.deepEqual(await add('#0a0'), sent)
  assert.deepEqual(await collectGarbage({ store, library, uses: usesOf() }), [])
})

test('markUsed: repeated calls write the description once', async (t) => {
  const { dataDir, store, encoder, library, add } = await open(t)
  const { id } = await add('#a00')
  const written: string[] = []
  const put: PhotoStore['put'] = (name, bytes) => {
    written.push(name)
    return store.put(name, bytes)
  }
  const counted = createPhotoLibrary({ store: { ...store, put }, encoder })
  const path = join(dataDir, 'photo')
  const sha256 = createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
  for (let times = 0; times < 3; times++) assert.equal((await counted.findByContent(path, sha256))?.id, id)
  assert.equal(written.length, 1, 'touched for another day')
  for (let times = 0; times < 3; times++) assert.equal((await counted.markUsed(id))?.id, id)
  assert.equal(written.length, 2, 'marked as used')
  assert.ok(await library.wasUsed(id))
})

test('garbage collection: a photo that is marked used while it runs stays', async (t) => {
  const { store, library, add, age } = await open(t)
  const { id } = await add('#a00')
  await age(id, 2 * day)
  const usedPhotos = async () => {
    await library.markUsed(id)
    return new Set<string>()
  }
  assert.deepEqual(await collectGarbage({ store, library, uses: { usedPhotos } }), [])
})

test('garbage collection: a photo marked used at the moment of its removal is complete', async (t) => {
  const { store, library, add, age, folder } = await open(t)
  for (const keepsFirst of [true, false]) {
    const { id } = await add('#a00')
    await age(id, 2 * day)
    const files = await filesIn(folder)
    const before = new Date(Date.now() - day)
    const steps = [() => library.markUsed(id), () => library.trashIfOld(id, before)]
    await Promise.all((keepsFirst ? steps : steps.toReversed()).map((step) => step()))
    assert.ok(await library.find(id))
    assert.deepEqual(await filesIn(folder), files)
  }
  assert.deepEqual(await collectGarbage({ store, library, uses: usesOf() }), [])
})

test('garbage collection: removes orphaned files after a day', async (t) => {
  const { store, library, age, folder } = await open(t)
  const id = '0'.repeat(32)
  await store.put(`${id}-180.avif`, Buffer.from('half a photo'))
  assert.deepEqual(await collectGarbage({ store, library, uses: usesOf() }), [])
  await age(id, 2 * day)
  assert.deepEqual(await collectGarbage({ store, library, uses: usesOf() }), [id])
  assert.deepEqual(await filesIn(folder), [])
})

test('add: a photo that cannot be stored completely does not exist, and its files are collected', async (t) => {
  const { store, library, encoder, dataDir, folder, age } = await open(t)
  let puts = 0
  const failing: PhotoStore = {
    ...store,
    put: async (name, bytes) =>
      ++puts === 4 ? Promise.reject(new Error('The disk is full.')) : store.put(name, bytes),
  }
  const path = join(dataDir, 'photo')
  await writeFile(
    path,
    await sharp({ create: { width: 400, height: 100, channels: 3, background: '#a00' } })
      .png()
      .toBuffer(),
  )
  await assert.rejects(createPhotoLibrary({ store: failing, encoder }).add(path), /disk is full/)
  const left = await readdir(folder)
  assert.ok(left.every((name) => !name.endsWith('.json')))
  const id = left[0]?.slice(0, 32) ?? ''
  await age(id, 2 * day)
  assert.deepEqual(await collectGarbage({ store, library, uses: usesOf() }), [id])
  assert.deepEqual(await filesIn(folder), [])
})

test('encoder: a photo that takes too long is refused, the next one is accepted', async (t) => {
  const { dataDir } = await open(t)
  const path = join(dataDir, 'photo')
  await writeFile(
    path,
    await sharp({ create: { width: 300, height: 300, channels: 3, background: '#a00' } })
      .png()
      .toBuffer(),
  )
  const hasty = createEncoder({ timeoutMs: 1 })
  await assert.rejects(hasty.encode(path), { code: 'invalid-photo' })
  await hasty.close()
  await assert.rejects(hasty.encode(path), { code: 'photos-busy' })
})

test('encoder: photos queue, and too many are refused', async (t) => {
  const { dataDir, encoder } = await open(t)
  const path = join(dataDir, 'photo')
  await writeFile(
    path,
    await sharp({ create: { width: 80, height: 80, channels: 3, background: '#a00' } })
      .png()
      .toBuffer(),
  )
  const asked = await Promise.allSettled(Array.from({ length: 51 }, () => encoder.encode(path)))
  const photos = asked.flatMap((each): EncodedPhoto[] => (each.status === 'fulfilled' ? [each.value.photo] : []))
  assert.equal(photos.length, 50)
  const refused = asked.filter((each) => each.status === 'rejected').map(({ reason }) => (reason as ShopError).code)
  assert.deepEqual(refused, ['photos-busy'])
})

test('uploads: inactive uploads are removed after an hour', async (t) => {
  const { dataDir } = await open(t)
  const folder = join(dataDir, 'uploads')
  const uploads = await openUploads(folder)
  const [old, young] = ['a', 'b'].map((digit) => ({ uid: 'me', sha256: digit.repeat(64) }))
  assert.ok(old && young)
  for (const key of [old, young]) await uploads.append(key, 0, Readable.from([Buffer.from('x')]))
  const then = new Date(Date.now() - 3_700_000)
  await utimes(uploads.path(old), then, then)
  await uploads.removeStale()
  assert.deepEqual([await uploads.offset(old), await uploads.offset(young)], [0, 1])
})

test('uploads: of two concurrent parts of an upload, one is written', async (t) => {
  const { dataDir } = await open(t)
  const uploads = await openUploads(join(dataDir, 'uploads'))
  const key = { uid: 'me', sha256: '0'.repeat(64) }
  const part = () => Readable.from([Buffer.from('1234')])
  const outcomes = await Promise.allSettled([uploads.append(key, 0, part()), uploads.append(key, 0, part())])
  assert.ok(outcomes.some(({ status }) => status === 'fulfilled'))
  assert.equal(await uploads.offset(key), 4)
})

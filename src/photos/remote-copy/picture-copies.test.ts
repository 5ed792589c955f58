import assert from 'node:assert/strict'
import { mkdir, readdir, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { TestContext } from 'node:test'

import { openDataFolder } from '@stockinette/sqlite/data-folder.ts'
import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'
import { pino } from 'pino'
import sharp from 'sharp'

import { createSqliteStore } from '../../catalogue/sqlite/sqlite-store.ts'
import { addManaged, change, findManaged, itemNamed } from '../../catalogue/test-support.ts'
import { createEncoder } from '../encoder/encoder.ts'
import { createPhotoLibrary } from '../photo-library.ts'
import { openDiskStore } from '../storage/disk-store.ts'
import { publicWeb } from './fetch-picture.ts'
import { createPictureCopier } from './picture-copier.ts'
import { createPictureCopies } from './picture-copies.ts'
import { startWebServer } from './test-support.ts'
import type { WebServer } from './test-support.ts'

const encoder = createEncoder()
let web: WebServer
let picture: Buffer

before(async () => {
  const background = { r: 160, g: 90, b: 60 }
  picture = await sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .jpeg()
    .toBuffer()
  web = await startWebServer(picture)
})
after(async () => {
  await encoder.close()
  await web[Symbol.asyncDispose]()
})

const at = (path: string) => `http://127.0.0.1:${web.port}${path}`
const pieceAt = (path: string) => ({ ...itemNamed('Beanie'), imageUrl: at(path) })

interface LogLine {
  readonly msg: string
  readonly item?: string
  readonly reason?: string
  readonly err?: { readonly code?: string }
}

/** A shop's items and the copying of their pictures, for which this machine is a part of the public web. */
async function open(t: TestContext, { pausesMs = [] as readonly number[] } = {}) {
  const path = temporaryFolder(t)
  const folder = openDataFolder(path)
  const logged: LogLine[] = []
  let saidMore = Promise.withResolvers<void>()
  const note = (line: string) => {
    logged.push(JSON.parse(line) as LogLine)
    saidMore.resolve()
    saidMore = Promise.withResolvers()
  }
  const log = pino({ base: null }, { write: note })
  const store = createSqliteStore({ folder, log })
  const uploads = join(path, 'uploads')
  await mkdir(uploads)
  const library = createPhotoLibrary({ store: await openDiskStore(join(path, 'photos')), encoder })
  const rules = { ...publicWeb, isAddressAllowed: () => true, isPortAllowed: () => true, timeoutMs: 60_000 }
  const copier = createPictureCopier({ library, folder: uploads }, rules)
  const copies = createPictureCopies({ copier, store, log, pausesMs })
  t.after(async () => {
    copies[Symbol.dispose]()
    await store.close()
    folder.close()
  })
  /** The item of this id once it is another one. */
  const changed = async (id: string) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const stop = store.watch(({ ids }) => ids.includes(id) && resolve())
    await promise
    stop()
    return findManaged(store, id)
  }
  /** A line of the log that fits. */
  const said = async (words: RegExp): Promise<LogLine> => {
    for (;;) {
      const line = logged.find(({ msg }) => words.test(msg))
      if (line) return line
      await saidMore.promise
    }
  }
  return { store, copies, library, uploads, logged, changed, said }
}

/** Until the web server was asked for something so many times in all. */
async function asked(path: string, times: number): Promise<void> {
  while (web.requests.filter((request) => request.path === path).length < times) {
    await new Promise((resolve) => setImmediate(resolve))
  }
}

test('an item gets the copy of its picture, and keeps its address', async (t) => {
  const { store, copies, library, logged, changed, uploads } = await open(t)
  const item = await addManaged(store, pieceAt('/picture'))
  copies.ask(item)
  const { photos, imageUrl, version } = await changed(item.id)
  assert.equal(imageUrl, item.imageUrl)
  assert.notEqual(version, item.version)
  assert.deepEqual([photos.length, photos[0]?.width, photos[0]?.height], [1, 300, 200])
  assert.deepEqual(await library.find(photos[0]?.id ?? ''), photos[0])
  assert.deepEqual([logged, await readdir(uploads)], [[], []])
})

for (const [path, reason] of [
  ['/missing', /No picture could be fetched/],
  ['/page', /not a photo/],
  ['/cut', /./],
  ['/loop', /without an end/],
] as const) {
  test(`a picture that cannot be had stays where it is, and the log says why: ${path}`, async (t) => {
    const { store, copies, said, uploads } = await open(t)
    const item = await addManaged(store, pieceAt(path))
    copies.ask(item)
    const line = await said(/not copied/)
    assert.equal(line.item, item.id)
    assert.match(line.reason ?? '', reason)
    assert.deepEqual(await findManaged(store, item.id), item)
    assert.deepEqual(await readdir(uploads), [])
  })
}

test('a copy for which the encoder has no place is tried again', async (t) => {
  const { store, copies, uploads, changed, said } = await open(t, { pausesMs: Array.from({ length: 1_000 }, () => 20) })
  const path = join(uploads, '..', 'photo')
  await writeFile(path, picture)
  const others = Promise.all(Array.from({ length: 50 }, () => encoder.encode(path)))
  const item = await addManaged(store, pieceAt('/picture'))
  copies.ask(item)
  const line = await said(/could not be copied yet/)
  assert.deepEqual([line.item, line.err?.code], [item.id, 'photos-busy'])
  assert.equal((await changed(item.id)).photos.length, 1)
  await others
})

test('a copy that cannot be kept is tried again as often as is meant, and then no more', async (t) => {
  const { store, copies, uploads, logged, said } = await open(t, { pausesMs: [1, 1] })
  await rmdir(uploads)
  copies.ask(await addManaged(store, pieceAt('/picture')))
  await said(/could not be copied$/)
  assert.deepEqual(
    logged.map(({ msg, err }) => [msg, err?.code]),
    [
      ['a picture could not be copied yet', 'storage-unavailable'],
      ['a picture could not be copied yet', 'storage-unavailable'],
      ['a picture could not be copied', 'storage-unavailable'],
    ],
  )
})

test('nothing is asked of the web for an item that needs no copy', async (t) => {
  const { store, copies, changed } = await open(t)
  const item = await addManaged(store, pieceAt('/picture?own'))
  const photos = [{ id: '0'.repeat(32), width: 1, height: 1, placeholder: '' }]
  copies.ask({ ...item, photos })
  copies.ask({ ...item, imageUrl: `/photos/${'0'.repeat(32)}-960.webp` })
  copies.ask({ ...item, imageUrl: '' })
  const other = await addManaged(store, pieceAt('/picture'))
  copies.ask(other)
  await changed(other.id)
  assert.equal(web.requests.filter(({ path }) => path.includes('own')).length, 0)
})

test('a copy is dropped when the item has another picture by then, or is gone for good', async (t) => {
  const { store, copies, logged, said } = await open(t)
  const moved = await addManaged(store, pieceAt('/picture'))
  copies.ask(moved)
  const elsewhere = await change(store, moved, { imageUrl: 'https://example.com/other.jpg' })
  assert.equal((await said(/no more the item’s/)).item, moved.id)
  assert.deepEqual(await findManaged(store, moved.id), elsewhere)

  logged.length = 0
  const gone = await addManaged(store, pieceAt('/picture'))
  copies.ask(gone)
  await store.remove(gone.id)
  await store.purge(new Date(Date.now() + 60_000))
  assert.equal((await said(/no more the item’s/)).item, gone.id)
})

test('a removed item gets its copy too: it may be brought back', async (t) => {
  const { store, copies, changed } = await open(t)
  const item = await addManaged(store, pieceAt('/picture'))
  await store.remove(item.id)
  copies.ask(item)
  assert.equal((await changed(item.id)).photos.length, 1)
})

test('some are fetched at once, some wait, and that the others are left out is said once', async (t) => {
  const { copies, logged } = await open(t)
  const askedBefore = web.requests.length
  for (let index = 0; index < 300; index++) copies.ask({ id: `item ${index}`, imageUrl: at('/silent'), photos: [] })
  await asked('/silent', 2)
  assert.equal(web.requests.length - askedBefore, 2)
  assert.deepEqual(
    logged.map(({ msg }) => msg),
    ['too many pictures wait to be copied: the next are not'],
  )
  copies[Symbol.dispose]()
  copies.ask({ id: 'late', imageUrl: at('/silent'), photos: [] })
})

test('the end gives up what is being fetched at once, and says nothing of it', async (t) => {
  const { store, copies, logged, uploads } = await open(t)
  const item = await addManaged(store, pieceAt('/slow'))
  copies.ask(item)
  while ((await readdir(uploads)).length === 0);
  copies[Symbol.dispose]()
  while ((await readdir(uploads)).length > 0);
  assert.deepEqual([logged, await findManaged(store, item.id)], [[], item])
})

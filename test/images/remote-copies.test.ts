import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdir, readdir, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test, type TestContext } from 'node:test'

import { openDataFolder } from '@stockinette/sqlite/data-folder.ts'
import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'
import { pino } from 'pino'

import { SqliteStore } from '../../src/catalogue/sqlite/sqlite-store.ts'
import { addManaged, change, findManaged, itemNamed } from '../../src/catalogue/test-support.ts'
import { Encoder } from '../../src/photos/encoder/encoder.ts'
import { copyRemoteImage } from '../../src/photos/remote-copy/copy-remote-image.ts'
import { publicWeb } from '../../src/photos/remote-copy/fetch-image.ts'
import { RemoteCopies } from '../../src/photos/remote-copy/remote-copies.ts'
import { startWebServer } from '../../src/photos/remote-copy/test-support.ts'
import { countOutcomes, openLibrary } from '../../src/photos/test-support.ts'

const web = await startWebServer()
const encoder = new Encoder()
after(async () => {
  await encoder.close()
  await web[Symbol.asyncDispose]()
})

const at = (path: string) => `http://127.0.0.1:${web.port}${path}`

interface LogLine {
  readonly msg: string
  readonly item?: string
  readonly reason?: string
  readonly err?: { readonly code?: string }
}

/** A store, and the copying of its items' images, which treats this machine as part of the public web. */
async function open(t: TestContext, { retryDelaysMs = [] as readonly number[] } = {}) {
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
  const store = new SqliteStore({ folder, log })
  const uploads = join(path, 'uploads')
  await mkdir(uploads)
  const { library } = await openLibrary(t, { encoder })
  const rules = { ...publicWeb, isAddressAllowed: () => true, isPortAllowed: () => true, timeoutMs: 60_000 }
  const copy = (url: string, ended: AbortSignal) => copyRemoteImage(url, { library, folder: uploads, rules, ended })
  const copies = new RemoteCopies({ copy, store, log, retryDelaysMs })
  t.after(async () => {
    copies[Symbol.dispose]()
    await store.close()
    folder.close()
  })
  /** Adds an item with an image of the web server. */
  const add = (image: string) => addManaged(store, { ...itemNamed('Beanie'), imageUrl: at(image) })
  const enqueue = async (image: string) => {
    const item = await add(image)
    copies.enqueue(item)
    return item
  }
  /** The item with this id once it has changed. */
  const changed = async (id: string) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const stop = store.watch(({ ids }) => ids.includes(id) && resolve())
    await promise
    stop()
    return findManaged(store, id)
  }
  /** The first log line that matches. */
  const said = async (words: RegExp): Promise<LogLine> => {
    for (;;) {
      const line = logged.find(({ msg }) => words.test(msg))
      if (line) return line
      await saidMore.promise
    }
  }
  return { store, copies, library, uploads, logged, add, enqueue, changed, said }
}

/** Resolves once the web server has received this many requests for a path. */
async function asked(path: string, times: number): Promise<void> {
  while (web.requests.filter((request) => request.path === path).length < times) {
    await new Promise((resolve) => setImmediate(resolve))
  }
}

test('remote copies: an item gets the copy of its image and keeps the image URL', async (t) => {
  const { enqueue, library, logged, changed, uploads } = await open(t)
  const item = await enqueue('/picture')
  const { photos, imageUrl, version } = await changed(item.id)
  assert.equal(imageUrl, item.imageUrl)
  assert.notEqual(version, item.version)
  assert.deepEqual([photos.length, photos[0]?.width, photos[0]?.height], [1, 300, 200])
  assert.deepEqual(await library.find(photos[0]?.id ?? ''), photos[0])
  assert.deepEqual([logged, await readdir(uploads)], [[], []])
})

for (const [path, reason] of [
  ['/missing', /couldn’t load a picture/],
  ['/page', /can’t read this file/],
  ['/loop', /redirects too many times/],
] as const) {
  test(`remote copies: an image that cannot be loaded stays remote, and the log has the reason: ${path}`, async (t) => {
    const { store, enqueue, said, uploads } = await open(t)
    const item = await enqueue(path)
    const line = await said(/not copied/)
    assert.equal(line.item, item.id)
    assert.match(line.reason ?? '', reason)
    assert.deepEqual(await findManaged(store, item.id), item)
    assert.deepEqual(await readdir(uploads), [])
  })
}

test('remote copies: servers that switch protocols instead of answering do not block the queue', async (t) => {
  const { enqueue, changed } = await open(t)
  for (let number = 0; number < 2; number++) await enqueue('/switches')
  const item = await enqueue('/picture')
  assert.equal((await changed(item.id)).photos.length, 1)
})

test('remote copies: retried when the encoder is busy', async (t) => {
  const retryDelaysMs = Array.from({ length: 1_000 }, () => 20)
  const { uploads, enqueue, changed, said } = await open(t, { retryDelaysMs })
  const [endless, text] = [join(uploads, 'endless'), join(uploads, 'text')]
  execFileSync('mkfifo', [endless])
  await writeFile(text, 'no photo')
  const others = countOutcomes([endless, ...Array.from({ length: 49 }, () => text)].map((path) => encoder.encode(path)))
  const item = await enqueue('/picture')
  const line = await said(/will retry/)
  assert.deepEqual([line.item, line.err?.code], [item.id, 'photos-busy'])
  const copied = changed(item.id)
  await writeFile(endless, 'no photo')
  assert.equal((await copied).photos.length, 1)
  assert.deepEqual(await others, { 'unsupported-photo': 50 })
})

test('remote copies: retried as often as configured when it cannot be stored', async (t) => {
  const { enqueue, uploads, logged, said } = await open(t, { retryDelaysMs: [1, 1] })
  await rmdir(uploads)
  await enqueue('/picture')
  await said(/could not be copied$/)
  assert.deepEqual(
    logged.map(({ msg, err }) => [msg, err?.code]),
    [
      ['a remote image could not be copied, will retry', 'storage-unavailable'],
      ['a remote image could not be copied, will retry', 'storage-unavailable'],
      ['a remote image could not be copied', 'storage-unavailable'],
    ],
  )
})

test('remote copies: no request for an item that needs no copy', async (t) => {
  const { copies, add, enqueue, changed } = await open(t)
  const item = await add('/picture?own')
  const photos = [{ id: '0'.repeat(32), width: 1, height: 1, placeholder: '' }]
  copies.enqueue({ ...item, photos })
  copies.enqueue({ ...item, imageUrl: `/photos/${'0'.repeat(32)}-960.webp` })
  copies.enqueue({ ...item, imageUrl: '' })
  const other = await enqueue('/picture')
  await changed(other.id)
  assert.equal(web.requests.filter(({ path }) => path.includes('own')).length, 0)
})

test('remote copies: discarded when the item has another image by then or is deleted for good', async (t) => {
  const { store, enqueue, logged, said } = await open(t)
  const moved = await enqueue('/picture')
  const elsewhere = await change(store, moved, { imageUrl: 'https://example.com/other.jpg' })
  assert.equal((await said(/no longer needed/)).item, moved.id)
  assert.deepEqual(await findManaged(store, moved.id), elsewhere)

  logged.length = 0
  const gone = await enqueue('/picture')
  await store.remove(gone.id)
  await store.purge(new Date(Date.now() + 60_000))
  assert.equal((await said(/no longer needed/)).item, gone.id)
})

test('remote copies: a removed item gets its copy too, because it can be restored', async (t) => {
  const { store, copies, add, changed } = await open(t)
  const item = await add('/picture')
  await store.remove(item.id)
  copies.enqueue(item)
  assert.equal((await changed(item.id)).photos.length, 1)
})

test('remote copies: concurrency and queue are limited, and a full queue is logged once', async (t) => {
  const { copies, logged } = await open(t)
  const askedBefore = web.requests.length
  for (let index = 0; index < 300; index++) copies.enqueue({ id: `item ${index}`, imageUrl: at('/silent'), photos: [] })
  await asked('/silent', 2)
  assert.equal(web.requests.length - askedBefore, 2)
  assert.deepEqual(
    logged.map(({ msg }) => msg),
    ['the queue of remote images is full: the next ones are not copied'],
  )
  copies[Symbol.dispose]()
  copies.enqueue({ id: 'late', imageUrl: at('/silent'), photos: [] })
})

test('remote copies: dispose aborts pending requests without logging', async (t) => {
  const { store, copies, enqueue, logged, uploads } = await open(t)
  const item = await enqueue('/slow')
  while ((await readdir(uploads)).length === 0);
  copies[Symbol.dispose]()
  while ((await readdir(uploads)).length > 0);
  assert.deepEqual([logged, await findManaged(store, item.id)], [[], item])
})

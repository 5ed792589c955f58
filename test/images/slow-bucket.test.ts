import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after, test, type TestContext } from 'node:test'

import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'

import { Encoder } from '../../src/photos/encoder/encoder.ts'
import { PhotoLibrary } from '../../src/photos/photo-library.ts'
import { openBucketStore } from '../../src/photos/storage/bucket-store.ts'
import { drawPhoto } from '../../src/photos/test-support.ts'

const encoder = new Encoder()
after(() => encoder.close())

/** A photo in a bucket that takes one write a second of an object, as Google Cloud Storage does. */
async function open(t: TestContext) {
  const objects = new Map<string, { bytes: Buffer; writtenAt: number }>()
  const written: string[] = []
  const put = (key: string, bytes: Buffer, response: ServerResponse) => {
    if (Date.now() - (objects.get(key)?.writtenAt ?? 0) < 1_000) {
      return response.writeHead(429).end('<Error><Code>SlowDown</Code></Error>')
    }
    objects.set(key, { bytes, writtenAt: Date.now() })
    written.push(key)
    return response.end()
  }
  const list = (prefix: string, response: ServerResponse) => {
    const entries = [...objects].filter(([key]) => key.startsWith(prefix) && !key.slice(prefix.length).includes('/'))
    const toXml = ([key, { bytes, writtenAt }]: (typeof entries)[number]) =>
      `<Contents><Key>${key}</Key><LastModified>${new Date(writtenAt).toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`
    return response.end(entries.map(toXml).join(''))
  }
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://bucket.test')
    const key = pathname.slice('/photos/'.length)
    if (request.method === 'PUT') return put(key, await buffer(request), response)
    if (request.method === 'DELETE') return response.end(String(objects.delete(key)))
    if (searchParams.has('list-type')) return list(searchParams.get('prefix') ?? '', response)
    const found = objects.get(key)
    return found ? response.end(found.bytes) : response.writeHead(404).end('<Code>NoSuchKey</Code>')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/photos`
  const keys = { region: 'auto', accessKeyId: 'key', secretAccessKey: 'secret', sessionToken: undefined }
  const store = await openBucketStore({ url, ...keys })
  const library = new PhotoLibrary({ store, encoder })
  const photo = await library.add(await drawPhoto(temporaryFolder(t)))
  const writes = () => written.filter((key) => key === `${photo.id}.json`).length
  return { store, library, photo, writes }
}

test('a bucket that takes one write a second of an object: a new photo is marked as used', async (t) => {
  const { library, photo, writes } = await open(t)
  assert.deepEqual(await library.touch(photo.id), photo)
  assert.equal(writes(), 1, 'a new photo needs no touch')
  assert.deepEqual(await library.markUsed(photo.id), photo)
  assert.equal(await library.wasUsed(photo.id), true)
  assert.equal(writes(), 2)
})

test('a bucket that takes one write a second of an object: a photo in the trash is restored with one write', async (t) => {
  const { store, photo, writes } = await open(t)
  for await (const { name } of store.list(photo.id)) await store.trash.add(name)
  const library = new PhotoLibrary({ store, encoder })
  assert.deepEqual(await library.touch(photo.id), photo)
  assert.equal(writes(), 2, 'when it was added and when it was restored')
})

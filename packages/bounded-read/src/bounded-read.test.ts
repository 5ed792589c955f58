import assert from 'node:assert/strict'
import { test } from 'node:test'

import { limitBytes, readAtMost, readStart, readText } from './bounded-read.ts'

/** A stream of single bytes, and how many were read. */
function count(bytes: number) {
  const source = { read: 0, chunks: make() }
  async function* make() {
    for (; source.read < bytes; source.read++) yield Buffer.from('a')
  }
  return source
}

test('readAtMost and limitBytes: the limit itself is allowed; one byte more is an error, and no more is read', async () => {
  assert.equal((await readAtMost(count(10).chunks, 10)).length, 10)
  for (const read of [readAtMost, (chunks: AsyncIterable<Buffer>) => Array.fromAsync(limitBytes(chunks, 10))]) {
    const source = count(1_000)
    await assert.rejects(read(source.chunks, 10), { code: 'TOO_MANY_BYTES' })
    assert.equal(source.read, 10)
  }
})

test('readStart: returns the first bytes, and one more if there are more', async () => {
  assert.equal((await readStart(count(9).chunks, 10)).length, 9)
  assert.equal((await readStart(count(1_000).chunks, 10)).length, 11)
  assert.equal((await readStart(ReadableStream.from([Buffer.alloc(1_000)]), 10)).length, 11)
})

test('readText: a body within the limit is read, a larger one is an error, with and without Content-Length', async () => {
  const request = (body: string | ReadableStream, headers = {}) =>
    new Request('http://localhost', { method: 'POST', body, headers, duplex: 'half' })
  const chunked = (text: string): ReadableStream => ReadableStream.from([Buffer.from(text)])
  assert.equal(await readText(request('füße', { 'Content-Length': '6' }), 6), 'füße')
  assert.equal(await readText(request(chunked('füße')), 6), 'füße')
  assert.equal(await readText(new Request('http://localhost'), 6), '')
  const tooMany = { code: 'TOO_MANY_BYTES' }
  await assert.rejects(readText(request('füße', { 'Content-Length': '6' }), 5), tooMany)
  await assert.rejects(readText(request(chunked('füße')), 5), tooMany)
})

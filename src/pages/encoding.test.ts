import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { acceptedEncoding, encode } from './encoding.ts'

describe('the encoding of an answer', () => {
  for (const [header, encoding] of [
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=1.0, gzip;q=0.8', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=0.000, br;q=0.5', 'br'],
    ['br; q=0 , gzip; q=0', 'identity'],
    ['identity', 'identity'],
    ['zstd', 'identity'],
  ] as const) {
    test(`for Accept-Encoding: ${header ?? '(none)'} is ${encoding}`, () =>
      assert.equal(acceptedEncoding(header), encoding))
  }
})

test('what is encoded can be read again', async () => {
  const text = 'Warm. Minimal. Knitted. '.repeat(50)
  const bytes = Buffer.from(text)
  assert.equal(String(brotliDecompressSync(await encode(bytes, 'br', 5))), text)
  assert.equal(String(gunzipSync(await encode(bytes, 'gzip', 5))), text)
  assert.equal(String(await encode(bytes, 'identity', 5)), text)
})

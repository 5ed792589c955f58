import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { acceptedEncoding, compress } from './encoding.ts'

describe('acceptedEncoding', () => {
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
    test(`Accept-Encoding: ${header ?? '(none)'} selects ${encoding}`, () =>
      assert.equal(acceptedEncoding(header), encoding))
  }
})

test('compress: the result can be decompressed', async () => {
  const text = 'Warm. Minimal. Knitted. '.repeat(50)
  const bytes = Buffer.from(text)
  assert.equal(String(brotliDecompressSync(await compress(bytes, 'br', 5))), text)
  assert.equal(String(gunzipSync(await compress(bytes, 'gzip', 5))), text)
  assert.equal(String(await compress(bytes, 'identity', 5)), text)
})

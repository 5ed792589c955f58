import assert from 'node:assert/strict'
import { test } from 'node:test'

import { takesTooMuchMemory, type PictureHeader } from './decoding-memory.ts'

const ofPhone = { width: 4_000, height: 3_000, channels: 3, depth: 'uchar' }
const largest = { width: 8_000, height: 5_000, channels: 3, depth: 'uchar' }

for (const [what, header, isTooMuch] of [
  ['a JPEG of 40 megapixels', { ...largest, format: 'jpeg' }, false],
  ['a progressive JPEG of 40 megapixels', { ...largest, format: 'jpeg', isProgressive: true }, false],
  ['a PNG of 40 megapixels', { ...largest, format: 'png' }, false],
  ['a PNG of 40 megapixels and 16 bits', { ...largest, format: 'png', channels: 4, depth: 'ushort' }, false],
  ['a phone’s AVIF of 12 megapixels', { ...ofPhone, format: 'heif' }, false],
  ['a phone’s AVIF of 12 megapixels and 10 bits', { ...ofPhone, format: 'heif', depth: 'ushort' }, false],
  [
    'an interlaced PNG of 40 megapixels and 16 bits',
    { ...largest, format: 'png', channels: 4, depth: 'ushort', isProgressive: true },
    true,
  ],
  ['an AVIF of 40 megapixels', { ...largest, format: 'heif' }, true],
  ['an AVIF of 16 megapixels and 10 bits', { ...ofPhone, height: 4_000, format: 'heif', depth: 'ushort' }, true],
  ['a moving GIF of 40 megapixels', { ...largest, format: 'gif', channels: 4, pages: 2 }, true],
  ['a moving WebP of 40 megapixels', { ...largest, format: 'webp', channels: 4, pages: 2 }, true],
  ['40 megapixels of an unknown format', { ...largest, format: undefined }, true],
] as const satisfies readonly (readonly [string, PictureHeader, boolean])[]) {
  test(`${what} ${isTooMuch ? 'takes too much memory' : 'may be decoded'}`, () => {
    assert.equal(takesTooMuchMemory(header), isTooMuch)
  })
}

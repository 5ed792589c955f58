import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'

import sharp from 'sharp'

import { demoItems, fieldsOf, readPicture } from '../../scripts/demo/demo-items.ts'
import { itemListSize, parseNewItem } from '../../src/domain/item.ts'
import { cardSize, photoHeight, photoWidth } from '../../src/domain/photo.ts'
import { decode } from '../../src/photos/encoder/decode.ts'
import { encode } from '../../src/photos/encoder/encode.ts'

/** Maximum bytes of an AVIF, by its width. */
const budgets = { 540: cardSize.bytes, 960: 70_000 }

describe('demo items', () => {
  it('fit on the home page, and one has no price', () => {
    assert.equal(demoItems.length, 14)
    assert.ok(demoItems.length <= itemListSize)
    assert.equal(demoItems.filter(({ price }) => price === null).length, 1)
  })

  it('some have several photos, one has four', () => {
    const counts = demoItems.map(({ closeUps }) => 1 + closeUps.length)
    assert.ok(counts.filter((count) => count > 1).length >= 4)
    assert.equal(Math.max(...counts), 4)
  })

  it('have unique titles and pictures', () => {
    assert.equal(new Set(demoItems.map(({ title }) => title)).size, demoItems.length)
    assert.equal(new Set(demoItems.map(({ picture }) => picture)).size, demoItems.length)
  })

  for (const demoItem of demoItems) {
    it(`${demoItem.title} is a valid item`, () => {
      const item = { ...fieldsOf(demoItem), imageUrl: '', photos: ['0123456789abcdef0123456789abcdef'] }
      assert.deepEqual(parseNewItem(item), item)
    })
  }

  it('have the size of a photo and no metadata; every picture is used', async () => {
    for (const { picture } of demoItems) {
      const { width, height, format, exif, icc, iptc, xmp } = await sharp(await readPicture(picture)).metadata()
      assert.deepEqual([width, height, format], [photoWidth, photoHeight, 'jpeg'])
      assert.deepEqual([exif, icc, iptc, xmp], [undefined, undefined, undefined, undefined])
    }
    const files = await readdir(join(import.meta.dirname, '../../scripts/demo/photos'))
    assert.deepEqual(files.toSorted(), demoItems.map(({ picture }) => picture).toSorted())
  })

  // The aran sweater has the most visible stitches, and so the most bytes.
  for (const picture of ['aran-sweater.jpg', 'watch-beanie.jpg']) {
    it(`${picture} is within its size budgets as an AVIF`, async () => {
      const { files } = await encode(await decode(await readPicture(picture)))
      for (const [each, budget] of Object.entries(budgets)) {
        const bytes = new Map(files).get(`-${each}.avif`)?.length ?? Infinity
        assert.ok(bytes <= budget, `${bytes} bytes at ${each}`)
      }
    })
  }
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { isImageUrl } from './item.ts'
import { avifWidths, photoNames, photoSources, photoType } from './photo.ts'

const sha256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
const name = sha256.slice(0, 32)

describe('photoSources', () => {
  it('offers every width of one of our photos', () => {
    assert.deepEqual(photoSources(`/photos/${name}.jpg`), {
      avifSrcset: `/photos/${name}-480.avif 480w, /photos/${name}-960.avif 960w`,
    })
  })

  for (const url of [
    'https://example.com/beanie.jpg',
    `https://example.com/photos/${name}.jpg`,
    `/photos/${name}.png`,
    `/photos/${name}-480.avif`,
    `/photos/${name.toUpperCase()}.jpg`,
    `/photos/${name}.jpg?x=1`,
    `/photos/${name}.jpg\n`,
    '/photos/short.jpg',
    '/photos/../data.jpg',
    '',
  ]) {
    it(`has nothing to offer for ${JSON.stringify(url)}`, () => {
      assert.equal(photoSources(url), undefined)
    })
  }
})

describe('photoNames', () => {
  it('gives names that are served, and an address that an item may have', () => {
    const { jpeg, avif } = photoNames(sha256)
    assert.equal(photoType(jpeg), 'image/jpeg')
    for (const width of avifWidths) assert.equal(photoType(avif(width)), 'image/avif')
    assert.ok(isImageUrl(`/photos/${jpeg}`))
  })
})

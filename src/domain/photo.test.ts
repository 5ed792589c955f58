import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { isImageUrl } from './item.ts'
import {
  imageUrlOf,
  parsePhotoIds,
  photoOf,
  photoSources,
  photoType,
  photoUrl,
  photoWidths,
  previewUrl,
  srcset,
} from './photo.ts'

const name = '9f86d081884c7d659a2feaa0c55ad015'

describe('photoWidths', () => {
  for (const [original, widths] of [
    [5_000, [180, 360, 540, 720, 1080, 1440]],
    [1_440, [180, 360, 540, 720, 1080, 1440]],
    [1_200, [180, 360, 540, 720, 1200]],
    [960, [180, 360, 540, 720, 960]],
    [181, [181]],
    [64, [64]],
  ] as const) {
    it(`never makes one of ${original} pixels larger, and no two that are nearly alike`, () => {
      assert.deepEqual(photoWidths(original), widths)
    })
  }
})

describe('a photo’s addresses', () => {
  const photo = { id: name, width: 400 }

  it('are those of its files, and can be an item’s', () => {
    assert.equal(imageUrlOf(photo), `/photos/${name}-400.webp`)
    assert.equal(srcset(photo, 'avif'), `/photos/${name}-180.avif 180w, /photos/${name}-400.avif 400w`)
    for (const url of [imageUrlOf(photo), previewUrl(name), photoUrl(name, 180, 'avif')]) {
      assert.ok(isImageUrl(url))
      assert.match(photoType(url.slice('/photos/'.length)) ?? '', /^image\//)
    }
  })

  it('tell the photo', () => {
    assert.deepEqual(photoOf(imageUrlOf(photo)), photo)
    assert.deepEqual(photoSources(imageUrlOf(photo)), { avifSrcset: srcset(photo, 'avif') })
  })

  for (const url of [
    'https://example.com/beanie.jpg',
    `https://example.com/photos/${name}-400.webp`,
    `/photos/${name}.jpg`,
    `/photos/${name}.png`,
    `/photos/${name}-400.avif`,
    `/photos/${name}-0.webp`,
    `/photos/${name.toUpperCase()}-400.webp`,
    `/photos/${name}-400.webp?x=1`,
    `/photos/${name}-400.webp\n`,
    '/photos/short-400.webp',
    '/photos/../data-400.webp',
    '',
  ]) {
    it(`have nothing to say for ${JSON.stringify(url)}`, () => {
      assert.equal(photoOf(url), undefined)
      assert.equal(photoSources(url), undefined)
    })
  }
})

describe('photoType', () => {
  for (const file of [
    '',
    name,
    `${name}.json`,
    `${name}.svg`,
    `${name}-400.jpg`,
    `${name}-400.html`,
    `${name}-04.avif`,
  ]) {
    it(`knows no file ${JSON.stringify(file)}`, () => assert.equal(photoType(file), undefined))
  }
})

describe('parsePhotoIds', () => {
  const ids = Array.from({ length: 9 }, (_, digit) => String(digit).repeat(32))

  it('takes none, and eight, in their order', () => {
    assert.deepEqual(parsePhotoIds([]), [])
    assert.deepEqual(parsePhotoIds(ids.slice(0, 8).toReversed()), ids.slice(0, 8).toReversed())
  })

  for (const [what, input] of [
    ['nine', ids],
    ['one twice', [name, name]],
    ['nothing', undefined],
    ['a text', name],
    ['an address', [`/photos/${name}.jpg`]],
    ['a number', [5]],
    ['capital letters', [name.toUpperCase()]],
  ] as const) {
    it(`refuses ${what}`, () => {
      assert.throws(
        () => parsePhotoIds(input),
        (error: Error & { code?: string; fields?: object }) =>
          error.code === 'invalid-item' && Object.keys(error.fields ?? {}).join() === 'photos',
      )
    })
  }
})

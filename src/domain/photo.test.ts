import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { isImageUrl } from './item.ts'
import {
  hasRemoteCopy,
  imageUrlOf,
  needsRemoteCopy,
  ownPhotos,
  parsePhotoIds,
  photoIdsOf,
  photoFromUrl,
  photoType,
  photoUrl,
  photoUrlAtLeast,
  photoWidths,
  previewUrl,
  readPhotos,
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

  for (const [original, chosen] of [
    [1_440, [360, 540, 720]],
    [800, [360, 540, 800]],
    [400, [400]],
    [64, [64]],
  ] as const) {
    it(`of ${original} pixels are of files that it has, next to those that are wanted`, () => {
      const expected = chosen.map((width) => `/photos/${name}-${width}.avif ${width}w`)
      assert.equal(srcset({ id: name, width: original }, 'avif', [360, 540, 720]), expected.join(', '))
      assert.equal(photoUrlAtLeast({ id: name, width: original }, 700, 'webp'), `/photos/${name}-${chosen.at(-1)}.webp`)
    })
  }

  it('tell the photo', () => {
    assert.deepEqual(photoFromUrl(imageUrlOf(photo)), photo)
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
      assert.equal(photoFromUrl(url), undefined)
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
      assert.match(String(parsePhotoIds(input)), /^(?:Photos are a list|These are too many)/)
    })
  }
})

const placeholder = 'data:image/webp;base64,UklGRg=='
const photos = ['0', '1', '2'].map((digit) => ({ id: digit.repeat(32), width: 400, height: 500, placeholder }))

describe('readPhotos', () => {
  it('takes what the shop keeps, in its order, and nothing more of each', () => {
    assert.deepEqual(readPhotos([]), [])
    assert.deepEqual(readPhotos(photos.toReversed()), photos.toReversed())
    assert.deepEqual(readPhotos([{ ...photos[0], note: 'x' }]), photos.slice(0, 1))
  })

  const [photo] = photos
  for (const [what, input] of Object.entries({
    'no list': { 0: photo },
    'a text': JSON.stringify(photos),
    ids: photos.map(({ id }) => id),
    nothing: [null],
    'one twice': [photo, photo],
    nine: Array.from({ length: 9 }, (_, digit) => ({ ...photo, id: String(digit).repeat(32) })),
    'another id': [{ ...photo, id: '../../etc/passwd' }],
    'no width': [{ ...photo, width: undefined }],
    'a width of nothing': [{ ...photo, width: 0 }],
    'half a pixel': [{ ...photo, height: 0.5 }],
    'a height as text': [{ ...photo, height: '500' }],
    'an endless placeholder': [{ ...photo, placeholder: `data:image/webp;base64,${'A'.repeat(1_000)}` }],
    'a placeholder that leaves its place': [{ ...photo, placeholder: 'data:image/webp;base64,A"><script>' }],
    'a placeholder elsewhere': [{ ...photo, placeholder: 'https://example.com/a.webp' }],
  })) {
    it(`refuses ${what}`, () => assert.equal(readPhotos(input), undefined))
  }
})

describe('the pictures of an item', () => {
  const [first, second] = photos
  assert.ok(first && second)
  const elsewhere = 'https://example.com/a.jpg'
  for (const [what, item, expected] of [
    ['its maker’s photos', { imageUrl: imageUrlOf(first), photos }, [photos, false, false, photos]],
    ['a picture elsewhere', { imageUrl: elsewhere, photos: [] }, [[], false, true, []]],
    ['a copy of it', { imageUrl: elsewhere, photos: [first] }, [[], true, false, [first]]],
    ['an address of a photo alone', { imageUrl: imageUrlOf(first), photos: [] }, [[], false, false, [first]]],
    ['that of its preview', { imageUrl: previewUrl(first.id), photos: [] }, [[], false, false, [first]]],
    ['that of another photo', { imageUrl: imageUrlOf(second), photos: [first] }, [[], true, false, [first, second]]],
    ['none', { imageUrl: '', photos: [] }, [[], false, false, []]],
  ] as const) {
    it(`may be ${what}`, () => {
      const [own, isCopied, isToCopy, named] = expected
      assert.deepEqual(ownPhotos(item), own)
      assert.deepEqual([hasRemoteCopy(item), needsRemoteCopy(item)], [isCopied, isToCopy])
      assert.deepEqual(
        photoIdsOf(item),
        named.map(({ id }) => id),
      )
    })
  }
})

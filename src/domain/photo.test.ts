import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import {
  hasRemoteCopy,
  imageUrlOf,
  isImageUrl,
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
    it(`${original} pixels: no file is enlarged, and no two are nearly the same`, () => {
      assert.deepEqual(photoWidths(original), widths)
    })
  }
})

describe('the URLs of a photo', () => {
  const photo = { id: name, width: 400 }

  it('name its files, and can be image URLs of items', () => {
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
    it(`of ${original} pixels: existing files are chosen for the wanted widths`, () => {
      const expected = chosen.map((width) => `/photos/${name}-${width}.avif ${width}w`)
      assert.equal(srcset({ id: name, width: original }, 'avif', [360, 540, 720]), expected.join(', '))
      assert.equal(photoUrlAtLeast({ id: name, width: original }, 700), `/photos/${name}-${chosen.at(-1)}.webp`)
    })
  }

  it('photoFromUrl: finds the photo of its image URL', () => {
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
    it(`photoFromUrl: refuses ${JSON.stringify(url)}`, () => {
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
    it(`refuses ${JSON.stringify(file)}`, () => assert.equal(photoType(file), undefined))
  }
})

describe('parsePhotoIds', () => {
  const ids = Array.from({ length: 9 }, (_, digit) => String(digit).repeat(32))

  it('accepts none and up to eight, in order', () => {
    assert.deepEqual(parsePhotoIds([]), { value: [] })
    const eight = ids.slice(0, 8).toReversed()
    assert.deepEqual(parsePhotoIds(eight), { value: eight })
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
      const code = what === 'nine' ? 'tooMany' : 'notPhotos'
      assert.deepEqual(parsePhotoIds(input), { problem: what === 'nine' ? { code, max: 8 } : { code } })
    })
  }
})

const placeholder = 'data:image/webp;base64,UklGRg=='
const photos = ['0', '1', '2'].map((digit) => ({ id: digit.repeat(32), width: 400, height: 500, placeholder }))

describe('readPhotos', () => {
  it('accepts stored photos in order, without unknown fields', () => {
    assert.deepEqual(readPhotos([]), [])
    assert.deepEqual(readPhotos(photos.toReversed()), photos.toReversed())
    assert.deepEqual(readPhotos([{ ...photos[0], note: 'x' }]), photos.slice(0, 1))
  })

  const [photo] = photos
  for (const [what, input] of Object.entries({
    'an object': { 0: photo },
    'a text': JSON.stringify(photos),
    ids: photos.map(({ id }) => id),
    nothing: [null],
    'one twice': [photo, photo],
    nine: Array.from({ length: 9 }, (_, digit) => ({ ...photo, id: String(digit).repeat(32) })),
    'another id': [{ ...photo, id: '../../etc/passwd' }],
    'no width': [{ ...photo, width: undefined }],
    'a width of 0': [{ ...photo, width: 0 }],
    'half a pixel': [{ ...photo, height: 0.5 }],
    'a height as text': [{ ...photo, height: '500' }],
    'a placeholder that is too long': [{ ...photo, placeholder: `data:image/webp;base64,${'A'.repeat(1_000)}` }],
    'a placeholder with HTML': [{ ...photo, placeholder: 'data:image/webp;base64,A"><script>' }],
    'a placeholder on another server': [{ ...photo, placeholder: 'https://example.com/a.webp' }],
  })) {
    it(`refuses ${what}`, () => assert.equal(readPhotos(input), undefined))
  }
})

describe('ownPhotos, hasRemoteCopy, needsRemoteCopy and photoIdsOf of an item with', () => {
  const [first, second] = photos
  assert.ok(first && second)
  const remoteUrl = 'https://example.com/a.jpg'
  for (const [what, item, expected] of [
    ['uploaded photos', { imageUrl: imageUrlOf(first), photos }, [photos, false, false, photos]],
    ['a picture on another server', { imageUrl: remoteUrl, photos: [] }, [[], false, true, []]],
    ['a remote copy', { imageUrl: remoteUrl, photos: [first] }, [[], true, false, [first]]],
    [
      'the image URL of a photo, but no photos',
      { imageUrl: imageUrlOf(first), photos: [] },
      [[], false, false, [first]],
    ],
    [
      'the preview URL of a photo, but no photos',
      { imageUrl: previewUrl(first.id), photos: [] },
      [[], false, false, [first]],
    ],
    [
      'the image URL of another photo',
      { imageUrl: imageUrlOf(second), photos: [first] },
      [[], true, false, [first, second]],
    ],
    ['no picture', { imageUrl: '', photos: [] }, [[], false, false, []]],
  ] as const) {
    it(what, () => {
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

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { isImageUrl, isItemId, maxLengths, parseNewItem, withPhotos } from './item.ts'
import { imageUrlOf } from './photo.ts'

const least = { title: 'Ivory beanie', imageUrl: 'https://example.com/a.jpg' }

/** What the rules say about an input that they refuse. */
function refusalOf(input: unknown): { message: string; fields: unknown } {
  try {
    parseNewItem(input)
  } catch (error) {
    const { code, message, fields } = error as { code: string; message: string; fields: unknown }
    assert.equal(code, 'invalid-item')
    return { message, fields }
  }
  assert.fail('it was accepted')
}

describe('a new item', () => {
  test('gets the category Knits, no price and no more than what was given', () => {
    assert.deepEqual(parseNewItem(least), {
      ...least,
      tagline: '',
      price: null,
      category: 'Knits',
      size: null,
      color: null,
      description: null,
      photos: [],
    })
  })

  test('is trimmed in every text', () => {
    const item = {
      title: 't',
      tagline: 'l',
      category: 'c',
      imageUrl: 'https://a.lk/',
      size: 's',
      color: 'o',
      description: 'd',
    }
    const padded = Object.fromEntries(Object.entries(item).map(([name, value]) => [name, ` \n${value}\t `]))
    assert.deepEqual(parseNewItem(padded), { ...item, price: null, photos: [] })
  })

  test('has nothing where only spaces were typed', () => {
    const { category, size, color, description } = parseNewItem({
      ...least,
      category: ' ',
      size: ' ',
      color: '\t',
      description: '\n',
    })
    assert.deepEqual(
      { category, size, color, description },
      { category: 'Knits', size: null, color: null, description: null },
    )
  })

  test('takes over no field that an item does not have', () => {
    const item = parseNewItem({ ...least, id: 'mine', createdAt: 0, isAdmin: true })
    assert.deepEqual(Object.keys(item).toSorted(), [
      'category',
      'color',
      'description',
      'imageUrl',
      'photos',
      'price',
      'size',
      'tagline',
      'title',
    ])
  })

  for (const [name, input] of Object.entries({
    'no title': { imageUrl: least.imageUrl },
    'no image': { title: least.title },
    neither: {},
    'a title of spaces': { ...least, title: '   ' },
  })) {
    test(`with ${name} is refused: 'Title and image are required.'`, () => {
      assert.equal(refusalOf(input).message, 'Title and image are required.')
    })
  }

  for (const input of [null, undefined, 'text', 7, [], [least]]) {
    test(`cannot be ${JSON.stringify(input)}`, () => {
      assert.match(refusalOf(input).message, /^An item is an object/)
    })
  }

  test('names each field that is wrong', () => {
    const { fields } = refusalOf({
      ...least,
      imageUrl: 'ftp://a',
      price: -1,
      size: 7,
      title: 'x'.repeat(maxLengths.title + 1),
    })
    assert.deepEqual(Object.keys(fields as object).toSorted(), ['imageUrl', 'price', 'size', 'title'])
  })

  test('above the highest price is refused with a message that says so', () => {
    const words = 'This price is too high: LKR 1,000,000,000 at most.'
    assert.deepEqual(refusalOf({ ...least, price: '1,000,000,001' }), { message: words, fields: { price: words } })
  })

  test('needs no image address beside photos, and has none until they are known', () => {
    const photos = ['1', '0'].map((digit) => digit.repeat(32))
    for (const imageUrl of [undefined, '', 'https://example.com/a.jpg', 'ftp://a']) {
      const request = parseNewItem({ ...least, imageUrl, photos })
      assert.deepEqual([request.imageUrl, request.photos], ['', photos])
    }
    assert.equal(parseNewItem({ ...least, photos: [] }).imageUrl, least.imageUrl)
    assert.deepEqual(refusalOf({ photos }).fields, { title: 'A title is required.' })
  })

  test('with photos has the first one as its picture', () => {
    const photos = ['1', '0'].map((digit) => ({ id: digit.repeat(32), width: 400, height: 500, placeholder: '' }))
    const request = parseNewItem({ ...least, photos: photos.map(({ id }) => id) })
    assert.deepEqual(withPhotos(request, photos), { ...request, photos, imageUrl: imageUrlOf({ ...photos[0]! }) })
    assert.deepEqual(withPhotos(parseNewItem(least), []), parseNewItem(least))
  })

  test('has photos by their ids, eight at most', () => {
    for (const photos of ['0'.repeat(32), [{}], ['beanie.jpg'], Array(9).fill('0'.repeat(32))]) {
      assert.deepEqual(Object.keys(refusalOf({ ...least, photos }).fields as object), ['photos'])
    }
  })

  test('keeps no half of a surrogate pair', () => {
    assert.equal(parseNewItem({ ...least, title: 'a\ud83eb' }).title, 'a\ufffdb')
  })
})

describe('an image address', () => {
  const accepted = [
    'https://example.com/a.jpg',
    'http://example.com',
    'HTTPS://EXAMPLE.COM/a b.png?x=1#y',
    '/photos/0123456789abcdef01234567.jpg',
  ]
  const refused = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:image/svg+xml,<svg onload=alert(1)>',
    'blob:https://example.com/1',
    'file:///etc/passwd',
    'ftp://example.com/a.jpg',
    '//example.com/a.jpg',
    '/photos/../shop.lock',
    '/photos/a.svg',
    '/api/items',
    'https://',
    'https://user:secret@example.com/a.jpg',
    'example.com/a.jpg',
    '',
  ]
  for (const url of accepted) test(`may be ${url}`, () => assert.ok(isImageUrl(url)))
  for (const url of refused) test(`may not be '${url}'`, () => assert.ok(!isImageUrl(url)))
})

test('isItemId: 1 to 128 letters, digits, hyphens and underscores', () => {
  for (const id of ['w2q1glSJSzjUZxmtQkh7', 'a', '-', '_', '___', 'my-scarf', 'My_Scarf_2', 'livee', 'x'.repeat(128)]) {
    assert.ok(isItemId(id), id)
  }
  const others = ['', 'x'.repeat(129), 'a.b', '.', '..', 'a/b', 'a b', 'a\n', '~', 'ක', '%41', '../../../../etc/passw']
  for (const id of others) assert.ok(!isItemId(id), id)
})

test('isItemId: what the API and Firestore keep for themselves is no item', () => {
  for (const id of ['live', '____', '__proto__', '__a__']) assert.ok(!isItemId(id), id)
})

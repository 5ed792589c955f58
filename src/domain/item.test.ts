import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { describeInvalidInput } from '../messages/describe-invalid-input.ts'
import { english } from '../messages/english.ts'
import { isInvalidInput } from './invalid-input.ts'
import { itemFields, noDetails, noFields, textNames } from './item-fields.ts'
import { isItemId, parseNewItem, withPhotos } from './item.ts'
import { imageUrlOf, isImageUrl } from './photo.ts'
import { fullItem } from './test-support.ts'

const least = { title: 'Ivory beanie', imageUrl: 'https://example.com/a.jpg' }

/** The error for an invalid input. */
function refusalOf(input: unknown): { message: string; fields: unknown } {
  try {
    parseNewItem(input)
  } catch (error) {
    assert.ok(isInvalidInput(error))
    return describeInvalidInput(error, english)
  }
  assert.fail('it was accepted')
}

describe('parseNewItem', () => {
  test('sets defaults: the category Knits, no price', () => {
    const nothing = { tagline: '', price: null, category: 'Knits', size: null, color: null, description: null }
    assert.deepEqual(parseNewItem(least), { ...least, ...nothing, ...noDetails, photos: [] })
    assert.deepEqual(parseNewItem(least), { ...noFields, ...least })
  })

  test('trims every text', () => {
    const texts = textNames.map((name) => [name, fullItem[name]])
    const padded = Object.fromEntries(texts.map(([name, value]) => [name, ` \n${value}\t `]))
    assert.deepEqual(parseNewItem(padded), { ...noFields, ...Object.fromEntries(texts) })
  })

  test('cleans every text: only those of several lines keep them', () => {
    const unclean = {
      title: 'gpj\u202Egnp',
      category: 'Hats\r\nand scarves',
      description: 'a\r\n\u001Bb',
      care: '\u200B',
    }
    const { title, category, description, care } = parseNewItem({ ...least, ...unclean })
    assert.deepEqual([title, category, description, care], ['gpjgnp', 'Hats and scarves', 'a\nb', null])
  })

  test('treats a title that nobody can see as missing', () => {
    for (const title of ['\u200B', '\0', '\u2800 \u3164']) {
      assert.throws(() => parseNewItem({ ...least, title }), { fields: { title: { code: 'titleRequired' } } }, title)
    }
  })

  test('treats a text of spaces as missing', () => {
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

  test('drops unknown fields', () => {
    const item = parseNewItem({ ...least, id: 'mine', createdAt: 0, isAdmin: true })
    assert.deepEqual(Object.keys(item), Object.keys(itemFields))
  })

  for (const [name, input] of Object.entries({
    'no title': { imageUrl: least.imageUrl },
    'no image': { title: least.title },
    'no title and no image': {},
    'a title of spaces': { ...least, title: '   ' },
  })) {
    test(`refuses an item with ${name}: 'Title and image are required.'`, () => {
      assert.equal(refusalOf(input).message, 'Title and image are required.')
    })
  }

  for (const input of [null, undefined, 'text', 7, [], [least]]) {
    test(`refuses ${JSON.stringify(input)}`, () => {
      assert.match(refusalOf(input).message, /^An item must be an object/)
    })
  }

  test('names every invalid field', () => {
    const { fields } = refusalOf({
      ...least,
      imageUrl: 'ftp://a',
      price: -1,
      size: 7,
      title: 'x'.repeat(itemFields.title.max + 1),
    })
    assert.deepEqual(Object.keys(fields as object).toSorted(), ['imageUrl', 'price', 'size', 'title'])
  })

  test('refuses a price above the maximum with a message of its own', () => {
    const words = 'Too high: please enter LKR 1,000,000,000 or less.'
    assert.deepEqual(refusalOf({ ...least, price: '1,000,000,001' }), { message: words, fields: { price: words } })
  })

  test('refuses a category that can have no page, apart from items that are stored elsewhere', () => {
    for (const category of ['.', '..', ' .. ']) {
      const words = 'Enter a category with letters or digits, such as Scarves.'
      assert.deepEqual(refusalOf({ ...least, category }), { message: words, fields: { category: words } })
      assert.equal(parseNewItem({ ...least, category }, { isStored: true }).category, category.trim())
    }
    for (const category of ['...', '. .', '.a', '%2e'])
      assert.equal(parseNewItem({ ...least, category }).category, category)
  })

  test('needs no image URL with photos, and leaves it empty', () => {
    const photos = ['1', '0'].map((digit) => digit.repeat(32))
    for (const imageUrl of [undefined, '', 'https://example.com/a.jpg', 'ftp://a']) {
      const request = parseNewItem({ ...least, imageUrl, photos })
      assert.deepEqual([request.imageUrl, request.photos], ['', photos])
    }
    assert.equal(parseNewItem({ ...least, photos: [] }).imageUrl, least.imageUrl)
    assert.deepEqual(refusalOf({ photos }).fields, { title: 'A title is required.' })
  })

  test('withPhotos: the first photo becomes the image', () => {
    const photos = ['1', '0'].map((digit) => ({ id: digit.repeat(32), width: 400, height: 500, placeholder: '' }))
    const request = parseNewItem({ ...least, photos: photos.map(({ id }) => id) })
    assert.deepEqual(withPhotos(request, photos), { ...request, photos, imageUrl: imageUrlOf({ ...photos[0]! }) })
    assert.deepEqual(withPhotos(parseNewItem(least), []), parseNewItem(least))
  })

  test('accepts up to eight ids of photos', () => {
    for (const photos of ['0'.repeat(32), [{}], ['beanie.jpg'], Array(9).fill('0'.repeat(32))]) {
      assert.deepEqual(Object.keys(refusalOf({ ...least, photos }).fields as object), ['photos'])
    }
  })

  test('replaces half of a surrogate pair', () => {
    assert.equal(parseNewItem({ ...least, title: 'a\ud83eb' }).title, 'a\ufffdb')
  })
})

describe('isImageUrl', () => {
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
  for (const url of accepted) test(`accepts ${url}`, () => assert.ok(isImageUrl(url)))
  for (const url of refused) test(`refuses '${url}'`, () => assert.ok(!isImageUrl(url)))
})

test('isItemId: 1 to 128 letters, digits, hyphens and underscores', () => {
  for (const id of ['w2q1glSJSzjUZxmtQkh7', 'a', '-', '_', '___', 'my-scarf', 'My_Scarf_2', 'livee', 'x'.repeat(128)]) {
    assert.ok(isItemId(id), id)
  }
  const others = ['', 'x'.repeat(129), 'a.b', '.', '..', 'a/b', 'a b', 'a\n', '~', 'ක', '%41', '../../../../etc/passw']
  for (const id of others) assert.ok(!isItemId(id), id)
})

test('isItemId: refuses ids that the API and Firestore reserve', () => {
  for (const id of ['live', '____', '__proto__', '__a__']) assert.ok(!isItemId(id), id)
})

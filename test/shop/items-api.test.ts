import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'

import { addItem, sendItem, signUp } from '../kit/api-client.ts'
import { startShop } from '../kit/shop/shop-process.ts'
import type { ShopProcess } from '../kit/shop/shop-process.ts'

let shop: ShopProcess
let idToken: string

const newItem = { title: 'Ivory Beanie', imageUrl: 'https://example.com/ivory.jpg' }

before(async () => {
  shop = await startShop()
  idToken = (await signUp(shop.url)).idToken
})
after(() => shop.stop())

/** What every refusal looks like. */
async function assertProblem(answer: Response, status: number, code: string): Promise<string> {
  const text = await answer.text()
  assert.equal(answer.status, status, text)
  const { error } = JSON.parse(text) as { error: { code: string; message: string } }
  assert.equal(error.code, code)
  assert.match(error.message, /^\S.*[.!?]/)
  assert.doesNotMatch(text, /\bat \S+ \(|node:|\.ts:\d/, 'no stack is told')
  return error.message
}

describe('adding an item', () => {
  test('answers 201 with the whole item, which can then be read', async () => {
    const answer = await sendItem(shop.url, idToken, { ...newItem, price: '12,500', tagline: ' Soft ' })
    assert.equal(answer.status, 201)
    const item = (await answer.json()) as { id: string; createdAt: string }
    assert.match(item.id, /^[A-Za-z0-9]{20}$/)
    assert.ok(Math.abs(Date.now() - Date.parse(item.createdAt)) < 60_000)
    const { id, createdAt, ...fields } = item
    const rest = { category: 'Knits', size: null, color: null, description: null, photos: [], sold: false }
    assert.deepEqual(fields, { ...newItem, ...rest, price: 12_500, tagline: 'Soft' })
    const read = await fetch(shop.url + (answer.headers.get('location') ?? ''))
    assert.deepEqual(await read.json(), { id, createdAt, ...fields })
  })

  test('shows it at once, first in the list and on the home page', async () => {
    const item = await addItem(shop.url, { ...newItem, title: 'Newest of all' })
    const { items } = (await (await fetch(`${shop.url}/api/items`)).json()) as { items: { id: string }[] }
    assert.equal(items[0]?.id, item.id)
    assert.match(await (await fetch(shop.url)).text(), /Newest of all/)
  })

  for (const [title, authorization] of [
    ['nothing', undefined],
    ['no token', 'Bearer '],
    ['another scheme', 'Basic YTpi'],
    ['a forged token', 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJtZSJ9.'],
    ['garbage', 'Bearer \u00ff\u00fe'],
  ] as const) {
    test(`with ${title} to show who is asking is refused: 'Not signed in.'`, async () => {
      const headers: Record<string, string> = authorization === undefined ? {} : { Authorization: authorization }
      const answer = await fetch(`${shop.url}/api/items`, { method: 'POST', body: JSON.stringify(newItem), headers })
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer')
      assert.equal(await assertProblem(answer, 401, 'not-signed-in'), 'Not signed in.')
    })
  }

  test('without a title or an image is refused in the specification’s words', async () => {
    for (const body of [{}, { title: ' ' }, { title: 'x' }, { imageUrl: 'https://a.lk/b.jpg' }]) {
      const message = await assertProblem(await sendItem(shop.url, idToken, body), 422, 'invalid-item')
      assert.equal(message, 'Title and image are required.')
    }
  })

  /** Bodies that are no item. Anyone can add to this list. */
  const hostile: readonly (readonly [title: string, body: unknown])[] = [
    ['a script for a picture', { ...newItem, imageUrl: 'javascript:alert(1)' }],
    ['a picture in the address', { ...newItem, imageUrl: 'data:image/png;base64,AAAA' }],
    ['a picture from this machine’s disk', { ...newItem, imageUrl: 'file:///etc/passwd' }],
    ['a path that climbs', { ...newItem, imageUrl: '/photos/../../etc/passwd' }],
    ['a password in the picture’s address', { ...newItem, imageUrl: 'https://me:secret@example.com/a.jpg' }],
    ['a negative price', { ...newItem, price: -1 }],
    ['a price without bounds', { ...newItem, price: 1e300 }],
    ['a price of words', { ...newItem, price: 'cheap' }],
    ['a price of a list', { ...newItem, price: [5] }],
    ['a title of a number', { ...newItem, title: 5 }],
    ['a title of an object', { ...newItem, title: { toString: 'x' } }],
    ['a title too long', { ...newItem, title: 'x'.repeat(121) }],
    ['a description too long', { ...newItem, description: 'x'.repeat(4_001) }],
    ['a list', [newItem]],
    ['null', 'null'],
    ['a text', '"item"'],
    ['a polluted prototype alone', '{"__proto__":{"title":"x","imageUrl":"https://a.lk"}}'],
  ]
  for (const [title, body] of hostile) {
    test(`of ${title} is refused with 422`, async () => {
      await assertProblem(await sendItem(shop.url, idToken, body), 422, 'invalid-item')
    })
  }

  for (const [title, body] of [
    ['no JSON', '{"title":'],
    ['nothing', ''],
    ['a form', 'title=a&imageUrl=b'],
    ['JSON nested without end', '['.repeat(60_000)],
  ] as const) {
    test(`with a body of ${title} is refused with 400`, async () => {
      await assertProblem(await sendItem(shop.url, idToken, body), 400, 'invalid-request')
    })
  }

  test('with more than 64 KB is refused with 413, whatever length it claims', async () => {
    const body = JSON.stringify({ ...newItem, description: 'x'.repeat(64 * 1024) })
    await assertProblem(await sendItem(shop.url, idToken, body), 413, 'body-too-large')
    const headers = { Authorization: `Bearer ${idToken}` }
    const stream = new Blob([body]).stream()
    const chunked = await fetch(`${shop.url}/api/items`, { method: 'POST', headers, body: stream, duplex: 'half' })
    await assertProblem(chunked, 413, 'body-too-large')
  })

  test('takes what people write: other scripts, emoji, markup, NUL', async () => {
    for (const title of ['කම්බිලි තොප්පිය', 'கம்பளி தொப்பி', '🧶'.repeat(60), '<script>alert(1)</script>', 'a\u0000b']) {
      const item = await addItem(shop.url, { ...newItem, title })
      assert.equal(item.title, title)
      const page = await (await fetch(`${shop.url}/item/${item.id}`)).text()
      assert.doesNotMatch(page, /<script>alert/)
    }
  })
})

describe('the API', () => {
  test('says of an unknown item that it is not found', async () => {
    for (const id of ['w2q1glSJSzjUZxmtQkh7', 'short', '%00', '..%2f..%2fetc%2fpasswd', "'; DROP TABLE item;--"]) {
      await assertProblem(await fetch(`${shop.url}/api/items/${id}`), 404, 'item-not-found')
    }
  })

  test('says of an unknown address that there is nothing', async () => {
    for (const path of ['/api', '/api/', '/api/pieces', '/api/items/a/b', '/photos/none.jpg']) {
      const answer = await fetch(shop.url + path)
      assert.equal(answer.status, 404, path)
    }
  })

  test('says of a wrong method that it is wrong, and which are right', async () => {
    for (const [method, path, allowed] of [
      ['DELETE', '/api/items', 'GET, HEAD, POST'],
      ['PUT', '/api/items', 'GET, HEAD, POST'],
      ['POST', '/api/items/w2q1glSJSzjUZxmtQkh7', 'GET, HEAD, PUT, PATCH, DELETE'],
      ['GET', '/api/items/w2q1glSJSzjUZxmtQkh7/restore', 'POST'],
      ['POST', '/api/items/w2q1glSJSzjUZxmtQkh7/preview', 'GET, HEAD'],
      ['POST', '/api/manage/items', 'GET, HEAD'],
      ['DELETE', `/api/photos/${'0'.repeat(64)}`, 'GET, HEAD, PUT, PATCH'],
      ['POST', '/api/me', 'GET, HEAD'],
      ['HEAD', '/api/me/sessions', 'DELETE'],
      ['POST', '/', 'GET, HEAD'],
      ['DELETE', '/create', 'GET, HEAD'],
    ] as const) {
      const answer = await fetch(shop.url + path, { method })
      assert.equal(answer.headers.get('Allow'), allowed, `${method} ${path}`)
      if (method !== 'HEAD') await assertProblem(answer, 405, 'method-not-allowed')
    }
  })
})

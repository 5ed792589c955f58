import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'

import { noFields } from '../../src/domain/item-fields.ts'
import { addItem, sendItem, signUp } from '../kit/api-client.ts'
import { openHostedShop } from '../kit/shop/hosted-shop.ts'

const shop = await openHostedShop()
after(() => shop[Symbol.asyncDispose]())
const { idToken } = await signUp(shop.url)

const newItem = { title: 'Ivory Beanie', imageUrl: 'https://example.com/ivory.jpg' }

/** Checks the form of an error response. @returns its message. */
async function assertProblem(answer: Response, status: number, code: string): Promise<string> {
  const text = await answer.text()
  assert.equal(answer.status, status, text)
  const { error } = JSON.parse(text) as { error: { code: string; message: string } }
  assert.equal(error.code, code)
  assert.match(error.message, /^\S.*[.!?]/)
  assert.doesNotMatch(text, /\bat \S+ \(|node:|\.ts:\d/, 'no stack trace')
  return error.message
}

describe('POST /api/items', () => {
  test('answers 201 with the item, which can then be read', async () => {
    const answer = await sendItem(shop.url, idToken, { ...newItem, price: '12,500', tagline: ' Soft ' })
    assert.equal(answer.status, 201)
    const item = (await answer.json()) as { id: string; createdAt: string }
    assert.match(item.id, /^[A-Za-z0-9]{20}$/)
    assert.ok(Math.abs(Date.now() - Date.parse(item.createdAt)) < 60_000)
    const { id, createdAt, ...fields } = item
    assert.deepEqual(fields, { ...noFields, ...newItem, sold: false, reserved: false, price: 12_500, tagline: 'Soft' })
    const read = await fetch(shop.url + (answer.headers.get('location') ?? ''))
    assert.deepEqual(await read.json(), { id, createdAt, ...fields })
  })

  test('shows the item at once, first in the list and on the home page', async () => {
    const item = await addItem(shop.url, { ...newItem, title: 'Newest of all' })
    const { items } = (await (await fetch(`${shop.url}/api/items`)).json()) as { items: { id: string }[] }
    assert.equal(items[0]?.id, item.id)
    assert.match(await (await fetch(shop.url)).text(), /Newest of all/)
  })

  for (const [title, authorization] of [
    ['no header', undefined],
    ['no token', 'Bearer '],
    ['another scheme', 'Basic YTpi'],
    ['a forged token', 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJtZSJ9.'],
    ['garbage', 'Bearer \u00ff\u00fe'],
  ] as const) {
    test(`answers 401 'Not signed in.' to ${title}`, async () => {
      const headers: Record<string, string> = authorization === undefined ? {} : { Authorization: authorization }
      const answer = await fetch(`${shop.url}/api/items`, { method: 'POST', body: JSON.stringify(newItem), headers })
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer')
      assert.equal(await assertProblem(answer, 401, 'not-signed-in'), 'Not signed in.')
    })
  }

  test("answers 422 'Title and image are required.' without a title or an image", async () => {
    for (const body of [{}, { title: ' ' }, { title: 'x' }, { imageUrl: 'https://a.lk/b.jpg' }]) {
      const message = await assertProblem(await sendItem(shop.url, idToken, body), 422, 'invalid-item')
      assert.equal(message, 'Title and image are required.')
    }
  })

  /** Invalid items. Anyone can add to this list. */
  const hostile: readonly (readonly [title: string, body: unknown])[] = [
    ['a script as the image URL', { ...newItem, imageUrl: 'javascript:alert(1)' }],
    ['a data URL as the image URL', { ...newItem, imageUrl: 'data:image/png;base64,AAAA' }],
    ['a file URL as the image URL', { ...newItem, imageUrl: 'file:///etc/passwd' }],
    ['a path with ..', { ...newItem, imageUrl: '/photos/../../etc/passwd' }],
    ['a password in the image URL', { ...newItem, imageUrl: 'https://me:secret@example.com/a.jpg' }],
    ['a negative price', { ...newItem, price: -1 }],
    ['a price of 1e300', { ...newItem, price: 1e300 }],
    ['a price that is a word', { ...newItem, price: 'cheap' }],
    ['a price that is a list', { ...newItem, price: [5] }],
    ['a title that is a number', { ...newItem, title: 5 }],
    ['a title that is an object', { ...newItem, title: { toString: 'x' } }],
    ['a title that is too long', { ...newItem, title: 'x'.repeat(121) }],
    ['a description that is too long', { ...newItem, description: 'x'.repeat(4_001) }],
    ['a list', [newItem]],
    ['null', 'null'],
    ['a string', '"item"'],
    ['fields in __proto__ only', '{"__proto__":{"title":"x","imageUrl":"https://a.lk"}}'],
  ]
  for (const [title, body] of hostile) {
    test(`answers 422 to ${title}`, async () => {
      await assertProblem(await sendItem(shop.url, idToken, body), 422, 'invalid-item')
    })
  }

  for (const [title, body] of [
    ['incomplete JSON', '{"title":'],
    ['an empty body', ''],
    ['a form', 'title=a&imageUrl=b'],
    ['JSON nested 60,000 deep', '['.repeat(60_000)],
  ] as const) {
    test(`answers 400 to ${title}`, async () => {
      await assertProblem(await sendItem(shop.url, idToken, body), 400, 'invalid-request')
    })
  }

  test('answers 413 to more than 64 KB, with and without Content-Length', async () => {
    const body = JSON.stringify({ ...newItem, description: 'x'.repeat(64 * 1024) })
    await assertProblem(await sendItem(shop.url, idToken, body), 413, 'body-too-large')
    const headers = { Authorization: `Bearer ${idToken}` }
    const stream = new Blob([body]).stream()
    const chunked = await fetch(`${shop.url}/api/items`, { method: 'POST', headers, body: stream, duplex: 'half' })
    await assertProblem(chunked, 413, 'body-too-large')
  })

  test('accepts any text: other scripts, emoji, markup; NUL is left out', async () => {
    for (const title of ['කම්බිලි තොප්පිය', 'கம்பளி தொப்பி', '🧶'.repeat(60), '<script>alert(1)</script>', 'a\u0000b']) {
      const item = await addItem(shop.url, { ...newItem, title })
      assert.equal(item.title, title.replace('\u0000', ''))
      const page = await (await fetch(`${shop.url}/item/${item.id}`)).text()
      assert.doesNotMatch(page, /<script>alert/)
    }
  })
})

describe('API', () => {
  test('answers 404 item-not-found to an unknown id', async () => {
    for (const id of ['w2q1glSJSzjUZxmtQkh7', 'short', '%00', '..%2f..%2fetc%2fpasswd', "'; DROP TABLE item;--"]) {
      await assertProblem(await fetch(`${shop.url}/api/items/${id}`), 404, 'item-not-found')
    }
  })

  test('answers 404 to an unknown path', async () => {
    for (const path of ['/api', '/api/', '/api/pieces', '/api/items/a/b', '/photos/none.jpg']) {
      const answer = await fetch(shop.url + path)
      assert.equal(answer.status, 404, path)
    }
  })

  test('answers 405 with an Allow header to a wrong method', async () => {
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

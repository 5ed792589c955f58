import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'

import sharp from 'sharp'

import type { LinkPreview } from '../../src/domain/link-preview.ts'
import { addItem, signUp } from '../kit/api-client.ts'
import { drawPhoto, uploadPhoto } from '../kit/photos/photos.ts'
import { hostShops } from '../kit/shop/hosted-shop.ts'
import type { RunningShop } from '../kit/shop/shop-process.ts'

const host = hostShops()
after(() => host[Symbol.asyncDispose]())

const shop = await host.open()
const { idToken } = await signUp(shop.url)
const photo = await uploadPhoto({ url: shop.url, idToken }, drawPhoto(3_000, 4_000))

function askPreview(id: string, { url = shop.url, token = idToken } = {}): Promise<Response> {
  return fetch(`${url}/api/items/${id}/preview`, { headers: { Authorization: `Bearer ${token}` } })
}

async function previewOf(imageUrl: string, fields: object = {}) {
  const { id } = await addItem(shop.url, { title: 'Ivory Beanie', price: '4500', imageUrl, ...fields })
  const answer = await askPreview(id)
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  const { bubble, faults } = (await answer.json()) as LinkPreview
  return { bubble, codes: faults.map(({ code }) => code) }
}

for (const [imageUrl, ...expected] of [
  ['/photos/missing.jpg', 'picture-refused'],
  ['http://localhost/a.jpg', 'picture-unreachable'],
  ['http://169.254.169.254/latest/meta-data/', 'picture-unreachable'],
] as const) {
  test(`GET /api/items/:id/preview with the image ${imageUrl}: ${expected.join()}`, async () => {
    const { bubble, codes } = await previewOf(imageUrl)
    assert.deepEqual(codes, expected)
    const shown = { title: 'Ivory Beanie', description: 'LKR 4,500 · Knits', host: 'localhost', imageUrl: null }
    assert.deepEqual(bubble, shown)
  })
}

test('GET /api/items/:id/preview: an own photo has no fault, and its preview file is shown', async () => {
  const { bubble, codes } = await previewOf(photo.url, { tagline: 'Soft as a cloud. '.repeat(12).slice(0, 200) })
  assert.deepEqual(codes, [])
  assert.equal(bubble.imageUrl, shop.url + photo.preview)
  const shown = await sharp(await (await fetch(bubble.imageUrl ?? '')).arrayBuffer()).metadata()
  assert.deepEqual([shown.format, shown.width, shown.height], ['jpeg', 1200, 630])
  // Of an unknown proxy: the shop asks itself without one.
  assert.doesNotMatch(shop.output(), /SHOP_TRUST_PROXY/)
})

test('GET /api/items/:id/preview: a title that repeats the shop’s name is a fault', async () => {
  const { codes } = await previewOf(photo.url, { title: 'Ivory Beanie · Stockinette' })
  assert.deepEqual(codes, ['brand-in-title'])
})

test('GET /api/items/:id/preview: an unknown item is answered 404', async () => {
  assert.equal((await askPreview('AAAAAAAAAAAAAAAAAAAA')).status, 404)
  assert.equal((await askPreview('nothing')).status, 404)
})

test('GET /api/items/:id/preview: requires a valid token', async () => {
  const { id } = await addItem(shop.url, { title: 'Ivory Beanie', imageUrl: photo.url })
  assert.equal((await askPreview(id, { token: 'none' })).status, 401)
  assert.equal((await fetch(`${shop.url}/api/items/${id}/preview`, { method: 'POST' })).status, 405)
})

describe('GET /api/items/:id/preview in a shop with a public address', () => {
  let open: RunningShop
  let token = ''
  before(async () => {
    open = await host.open({
      env: { SHOP_ORIGIN: 'https://shop.example', SHOP_TRUST_PROXY: '1', SHOP_WHO_MAY_ADD: 'anyone' },
    })
    token = (await signUp(open.url)).idToken
  })
  after(() => open[Symbol.asyncDispose]())

  test('requests the page and the image from itself, as its proxy would', async () => {
    const { url: imageUrl, preview } = await uploadPhoto({ url: open.url, idToken: token }, drawPhoto(300, 400))
    const { id } = await addItem(open.url, { title: 'Ivory Beanie', imageUrl })
    const answer = await askPreview(id, { url: open.url, token })
    const { bubble, faults } = (await answer.json()) as LinkPreview
    assert.deepEqual(faults, [])
    assert.deepEqual([bubble.host, bubble.imageUrl], ['shop.example', `https://shop.example${preview}`])
  })

  test('checks 120 links of one account in an hour, and answers 429 to more', async () => {
    const { idToken: other } = await signUp(open.url)
    const { id } = await addItem(open.url, { title: 'Ivory Beanie', imageUrl: '/photos/missing.jpg' })
    const statuses: number[] = []
    for (let asked = 0; asked < 122; asked++) {
      statuses.push((await askPreview(id, { url: open.url, token: other })).status)
    }
    assert.deepEqual(statuses, [...Array<number>(120).fill(200), 429, 429])
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'

import sharp from 'sharp'

import type { LinkPreview } from '../../src/domain/link-preview.ts'
import { addItem, signUp } from '../kit/api-client.ts'
import { drawPhoto, sendPhoto, type SentPhoto } from '../kit/photos/photos.ts'
import { startShop, type ShopProcess } from '../kit/shop/shop-process.ts'

let shop: ShopProcess
let idToken = ''

before(async () => {
  shop = await startShop({ script: 'test/kit/shop/shop-with-link-images.ts' })
  idToken = (await signUp(shop.url)).idToken
})
after(() => shop.stop())

function askPreview(id: string, token = idToken): Promise<Response> {
  return fetch(`${shop.url}/api/items/${id}/preview`, { headers: { Authorization: `Bearer ${token}` } })
}

async function previewOf(imageUrl: string, fields: object = {}): Promise<LinkPreview> {
  const { id } = await addItem(shop.url, { title: 'Ivory Beanie', price: '4500', imageUrl, ...fields })
  const answer = await askPreview(id)
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  return (await answer.json()) as LinkPreview
}

/** An item's image URL, and the expected faults of its link preview. */
const images: Readonly<Record<string, string[]>> = {
  '/photos/good.jpg': [],
  '/photos/missing.jpg': ['picture-refused'],
  '/photos/large.jpg': ['picture-too-large'],
  '/photos/tiny.jpg': ['picture-too-small'],
  '/photos/narrow.jpg': ['picture-too-narrow'],
  '/photos/page.jpg': ['picture-not-readable'],
  '/photos/moved.jpg': ['picture-refused'],
  '/photos/slow.jpg': ['picture-slow'],
  'http://localhost/a.jpg': ['picture-unreachable'],
  'http://169.254.169.254/latest/meta-data/': ['picture-unreachable'],
}

describe('GET /api/items/:id/preview with the image', { concurrency: 3 }, () => {
  for (const [imageUrl, codes] of Object.entries(images)) {
    test(`${imageUrl}: ${codes.join(', ') || 'no fault'}`, async () => {
      const { bubble, faults } = await previewOf(imageUrl)
      assert.deepEqual(
        faults.map(({ code }) => code),
        codes,
      )
      for (const { message } of faults) assert.match(message, /^[A-Z].*\.$/)
      assert.deepEqual(bubble, {
        title: 'Ivory Beanie',
        description: 'LKR 4,500 · Knits',
        host: 'localhost',
        imageUrl: codes.length === 0 ? shop.url + imageUrl : null,
      })
    })
  }
})

test('GET /api/items/:id/preview: an own photo has no fault, and its preview file is shown', async () => {
  const bytes = new Uint8Array(await drawPhoto(3_000, 4_000).jpeg().toBuffer())
  const photo = (await (await sendPhoto({ url: shop.url, idToken }, bytes)).json()) as SentPhoto
  const { bubble, faults } = await previewOf(photo.url, { tagline: 'Soft as a cloud. '.repeat(12).slice(0, 200) })
  assert.deepEqual(faults, [])
  assert.equal(bubble.imageUrl, shop.url + photo.preview)
  const shown = await sharp(await (await fetch(bubble.imageUrl ?? '')).arrayBuffer()).metadata()
  assert.deepEqual([shown.format, shown.width, shown.height], ['jpeg', 1200, 630])
})

test('GET /api/items/:id/preview: a title that repeats the shop’s name is a fault', async () => {
  const { faults } = await previewOf('/photos/good.jpg', { title: 'Ivory Beanie · Stockinette' })
  assert.deepEqual(
    faults.map(({ code }) => code),
    ['brand-in-title'],
  )
})

test('GET /api/items/:id/preview: an unknown item is answered 404', async () => {
  assert.equal((await askPreview('AAAAAAAAAAAAAAAAAAAA')).status, 404)
  assert.equal((await askPreview('nothing')).status, 404)
})

test('GET /api/items/:id/preview: requires a valid token', async () => {
  const { id } = await addItem(shop.url, { title: 'Ivory Beanie', imageUrl: '/photos/good.jpg' })
  assert.equal((await askPreview(id, 'none')).status, 401)
  assert.equal((await fetch(`${shop.url}/api/items/${id}/preview`, { method: 'POST' })).status, 405)
})

describe('GET /api/items/:id/preview in a shop with a public address', () => {
  let open: ShopProcess
  before(async () => {
    open = await startShop({
      script: 'test/kit/shop/shop-with-link-images.ts',
      env: { SHOP_ORIGIN: 'https://shop.example', SHOP_TRUST_PROXY: '1' },
    })
  })
  after(() => open.stop())

  test('requests the page and the image from itself, as its proxy would', async () => {
    const { idToken: token } = await signUp(open.url)
    const { id } = await addItem(open.url, { title: 'Ivory Beanie', imageUrl: '/photos/good.jpg' })
    const answer = await fetch(`${open.url}/api/items/${id}/preview`, { headers: { Authorization: `Bearer ${token}` } })
    const { bubble, faults } = (await answer.json()) as LinkPreview
    assert.deepEqual(faults, [])
    assert.deepEqual([bubble.host, bubble.imageUrl], ['shop.example', 'https://shop.example/photos/good.jpg'])
  })

  test('checks 120 links of one account in an hour, and answers 429 to more', async () => {
    const { idToken: token } = await signUp(open.url)
    const { id } = await addItem(open.url, { title: 'Ivory Beanie', imageUrl: '/photos/missing.jpg' })
    const statuses = new Map<number, number>()
    for (let asked = 0; asked < 122; asked++) {
      const { status } = await fetch(`${open.url}/api/items/${id}/preview`, {
        headers: { Authorization: `Bearer ${token}` },
      })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    assert.deepEqual(
      [...statuses],
      [
        [200, 120],
        [429, 2],
      ],
    )
  })
})

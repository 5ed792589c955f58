import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'

import { createItemId } from '../../src/catalogue/item-id.ts'
import { itemNamed, itemWithPhotos, photosNamed } from '../../src/catalogue/test-support.ts'
import { openCloudShop, type CloudShop } from '../kit/shop/cloud-shop.ts'
import { startShop } from '../kit/shop/shop-process.ts'
import { openDatabase } from './firestore-emulator.ts'
import { openStore } from './open-store.ts'

const newItem = { title: 'Ivory Beanie', imageUrl: 'https://example.com/ivory.jpg' }

/** More requests than a process may read items in a second. */
const many = 150

describe('cloud: read limit for items that are not in memory', () => {
  let cloud: CloudShop
  let url: string
  let newest: string
  before(async () => {
    cloud = await openCloudShop(1, { SHOP_RATE_LIMITS: 'on' })
    const [shop] = cloud.shops
    if (shop === undefined) throw new Error('No shop was started.')
    url = shop.url
    newest = (await cloud.addItem(shop, newItem)).id
  })
  after(() => cloud[Symbol.asyncDispose]())

  const requestMany = (toPath: (id: string) => string) =>
    Promise.all(Array.from({ length: many }, () => fetch(url + toPath(createItemId()))))
  const statusesOf = (answers: readonly Response[]) => new Set(answers.map(({ status }) => status))

  test('a page beyond the limit is answered 503 with Retry-After', async () => {
    const readsBefore = cloud.firestore.calls('BatchGetDocuments')
    const answers = await requestMany((id) => `/item/${id}`)
    assert.deepEqual(statusesOf(answers), new Set([404, 503]))
    const found = answers.filter(({ status }) => status === 404).length
    assert.ok(cloud.firestore.calls('BatchGetDocuments') - readsBefore <= 2 * found, `${found} were answered`)
    const busy = answers.find(({ status }) => status === 503) ?? assert.fail()
    assert.match(busy.headers.get('Retry-After') ?? '', /^[1-9]\d*$/)
    assert.match(busy.headers.get('Content-Type') ?? '', /^text\/html/)
    assert.equal(busy.headers.get('Cache-Control'), 'no-store')
    assert.match(busy.headers.get('Content-Security-Policy') ?? '', /default-src 'none'/)
    assert.match(await busy.text(), /<header.*The shop is busy\. Please try again in a moment\..*<footer/s)
  })

  test('an API request beyond the limit is refused with Retry-After', async () => {
    const answers = await requestMany((id) => `/api/items/${id}`)
    assert.ok(statusesOf(answers).has(503))
    const busy = answers.find(({ status }) => status === 503) ?? assert.fail()
    assert.match(busy.headers.get('Retry-After') ?? '', /^[1-9]\d*$/)
    assert.equal(((await busy.json()) as { error: { code: string } }).error.code, 'shop-busy')
  })

  test('items in memory and other pages are still answered 200', async () => {
    for (const path of ['/', `/item/${newest}`, `/api/items/${newest}`, '/create', '/healthz']) {
      assert.equal((await fetch(url + path)).status, 200, path)
    }
    assert.equal((await fetch(`${url}/item/no.id`)).status, 404)
    assert.equal((await fetch(`${url}/~busy`)).status, 404)
  })
})

describe('cloud: SHOP_RATE_LIMITS=off', () => {
  test('items that are not in memory are read at every request', async (t) => {
    const cloud = await openCloudShop(1, { SHOP_RATE_LIMITS: 'off' })
    t.after(() => cloud[Symbol.asyncDispose]())
    const answers = Array.from({ length: many }, () => fetch(`${cloud.shops[0]?.url}/api/items/${createItemId()}`))
    for (const answer of answers) assert.equal((await answer).status, 404)
  })
})

describe('cloud: documents that a process reads', () => {
  test('usedPhotos: none for photos that the index knows, and one query for ten others', async (t) => {
    const { projectId, proxy, dispose } = await openDatabase()
    const store = await openStore(proxy.host, projectId)
    t.after(() => store.close().finally(dispose))
    const photos = photosNamed('0123456789abcde')
    for (const photo of photos) await store.add(itemWithPhotos([photo]))
    const ids = photos.map(({ id }) => id)
    const count = async (photoIds: readonly string[]) => {
      const earlier = proxy.calls('RunQuery')
      assert.deepEqual(await store.usedPhotos(photoIds), new Set(ids))
      return proxy.calls('RunQuery') - earlier
    }
    assert.equal(await count(ids), 2)
    await store.search.overview() // Fills the index.
    assert.equal(await count(ids), 0)
    assert.equal(await count([...ids, 'f'.repeat(32)]), 1)
  })

  test('each item once for all pages, those of the home page twice, and a new item once', async (t) => {
    const cloud = await openCloudShop(0)
    t.after(() => cloud[Symbol.asyncDispose]())
    const filler = await openStore(cloud.firestore.host, cloud.env['SHOP_FIREBASE_PROJECT_ID'] ?? '')
    const categories = ['Beanies', 'Scarves', 'Socks']
    const count = 30
    for (let n = 0; n < count; n++) {
      await filler.add({ ...itemNamed(`Item ${n}`), category: categories[n % 3] ?? '' })
    }
    await filler.close()
    const startedAt = cloud.firestore.reads()
    const shop = await startShop({ env: cloud.env })
    t.after(() => shop.stop())
    const paths = ['/', '/pieces', ...categories.map((category) => `/pieces/${category}`)]
    const visitAll = () =>
      Promise.all(
        paths.map(async (path) => {
          const page = await fetch(shop.url + path)
          assert.equal(page.status, 200, path)
          return page.text()
        }),
      )
    for (let round = 0; round < 10; round++) await visitAll()
    const visitedAt = cloud.firestore.reads()
    const added = await cloud.addItem(shop, {
      title: 'Newest',
      imageUrl: 'https://example.com/new.jpg',
      category: 'Socks',
    })
    for (let round = 0; round < 10; round++) {
      const [home, all, , , socks] = await visitAll()
      for (const page of [home, all, socks]) assert.ok(page?.includes(`/item/${added.id}`))
    }
    const reads = { ofAllPages: visitedAt - startedAt, ofTheNewItem: cloud.firestore.reads() - visitedAt }
    assert.deepEqual(reads, { ofAllPages: 24 + count, ofTheNewItem: 1 })
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createOwner } from '../kit/accounts.ts'
import { listPage } from '../kit/manage-client.ts'
import { openCloudShop } from '../kit/shop/cloud-shop.ts'

const newItem = { title: 'Ivory Beanie', imageUrl: 'https://example.com/ivory.jpg' }

test('GET /api/suggestions, cloud: a visitor gets those of the newest items, which costs no read, until the index is filled', async () => {
  await using cloud = await openCloudShop()
  const [shop] = cloud.shops
  assert.ok(shop)
  for (const category of ['Oldest', ...Array<string>(24).fill('Scarves')]) {
    await cloud.addItem(shop, { ...newItem, category, size: 'S / M' })
  }
  const suggestions = async () => (await fetch(`${shop.url}/api/suggestions`)).json()
  const before = cloud.firestore.reads()
  assert.deepEqual(await suggestions(), { category: ['Scarves'], size: ['S / M'], color: [] })
  assert.equal(cloud.firestore.reads(), before)
  await listPage(shop.url, await createOwner(cloud, 'owner@example.com'))
  assert.deepEqual(await suggestions(), { category: ['Scarves', 'Oldest'], size: ['S / M', 'M', 'S'], color: [] })
})

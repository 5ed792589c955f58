import assert from 'node:assert/strict'
import { after, test } from 'node:test'

import { createOwner } from '../kit/accounts.ts'
import { logged } from '../kit/faults/shop-log.ts'
import { callApi } from '../kit/manage-client.ts'
import { hostShops } from '../kit/shop/hosted-shop.ts'
import { testFindingItems } from '../suites/finding-items.ts'

const host = hostShops()
after(() => host[Symbol.asyncDispose]())

testFindingItems('embedded', await host.open())

test('renaming a category is logged with the owner’s id', async () => {
  await using shop = await host.open()
  const owner = await createOwner(shop, 'owner@example.com')
  const me = await fetch(`${shop.url}/api/me`, { headers: { Authorization: `Bearer ${owner}` } })
  const { uid } = (await me.json()) as { uid: string }
  const names = { from: 'Hats', to: 'Beanies' }
  await callApi(shop.url, owner, { method: 'POST', path: '/manage/categories/rename', body: names })
  const message = 'an owner renamed a category'
  await logged(shop, message)
  const line = shop
    .output()
    .split('\n')
    .find((each) => each.includes(message))
  assert.partialDeepStrictEqual(JSON.parse(line ?? ''), { level: 40, uid, ...names, changed: 0 })
})

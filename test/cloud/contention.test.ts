import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'

import { createOwner } from '../kit/accounts.ts'
import { listItems, sendItem, signUp, type ApiItem } from '../kit/api-client.ts'
import { callApi, listManaged } from '../kit/manage-client.ts'
import { startCloudShop, type CloudShop } from '../kit/shop/cloud-shop.ts'

const rounds = 4
const newItem = { title: 'Ivory Beanie', imageUrl: 'https://example.com/ivory.jpg' }

describe('cloud: three processes write the same document at once', () => {
  let cloud: CloudShop
  let urls: string[]
  let owner: string
  let visitor: string
  before(async () => {
    cloud = await startCloudShop(3, { env: { SHOP_WHO_MAY_ADD: 'anyone' } })
    urls = cloud.shops.map(({ url }) => url)
    owner = await createOwner(cloud, 'o@example.com')
    visitor = (await signUp(cloud.identityUrl)).idToken
  })
  after(() => cloud[Symbol.asyncDispose]())

  /** Calls each process twice, all at the same time. */
  const callAll = <T>(call: (url: string, index: number) => Promise<T>) =>
    Promise.all([...urls, ...urls].map((url, index) => call(url, index)))

  test('of changes of one version, one succeeds, and every process has it', async () => {
    const added = await sendItem(urls[0] ?? '', visitor, newItem)
    const { id } = (await added.json()) as ApiItem
    for (let round = 0; round < rounds; round++) {
      const version = (await listManaged(urls[0] ?? '', owner)).find((item) => item.id === id)?.version ?? assert.fail()
      const body = (index: number) => ({ ...newItem, title: `Round ${round}, call ${index}` })
      const answers = await callAll((url, index) =>
        callApi(url, owner, { method: 'PUT', path: `/items/${id}`, body: body(index), version }),
      )
      const done = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []))
      assert.equal(done.length, 1, String(answers.map(({ status }) => status)))
      assert.ok(answers.every(({ status }) => status === 200 || status === 412))
      const titles = await Promise.all(urls.map(async (url) => (await listManaged(url, owner))[0]?.title))
      assert.deepEqual(new Set(titles), new Set([body(done[0] ?? -1).title]))
    }
  })

  test('items with the same Idempotency-Key are one item', async () => {
    const count = (await listManaged(urls[0] ?? '', owner)).length
    for (let round = 0; round < rounds; round++) {
      const key = { 'Idempotency-Key': randomUUID() }
      const answers = await callAll((url) => sendItem(url, visitor, newItem, key))
      const items = (await Promise.all(answers.map((answer) => answer.json()))) as ApiItem[]
      assert.equal(new Set(items.map(({ id }) => id)).size, 1)
      assert.equal(answers.filter(({ status }) => status === 201).length, 1)
    }
    assert.equal((await listManaged(urls[0] ?? '', owner)).length, count + rounds)
  })

  test('each new item is once on the list of every process', async (t) => {
    const count = (await listItems(urls[0] ?? '')).length
    const added = await callAll(async (url) => (await sendItem(url, visitor, newItem)).status)
    assert.deepEqual(new Set(added), new Set([201]))
    for (const url of urls) {
      await t.waitFor(
        async () => {
          const ids = (await listItems(url)).map(({ id }) => id)
          assert.deepEqual([ids.length, new Set(ids).size], [count + added.length, count + added.length])
        },
        { timeout: 20_000 },
      )
    }
  })
})

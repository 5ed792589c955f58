import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'

import { createOwner } from '../kit/accounts.ts'
import { listItems, sendItem, signUp } from '../kit/api-client.ts'
import type { ApiItem } from '../kit/api-client.ts'
import { callApi } from '../kit/manage-client.ts'
import { runCommand } from '../kit/shop/run-command.ts'
import { startShop } from '../kit/shop/shop-process.ts'
import type { ShopProcess } from '../kit/shop/shop-process.ts'

const newItem = { title: 'Ivory Beanie', imageUrl: 'https://example.com/ivory.jpg', price: '12,500' }

let shop: ShopProcess
let idToken: string
let keys = 0

before(async () => {
  shop = await startShop()
  idToken = (await signUp(shop.url)).idToken
})
after(() => shop.stop())

/** A key that no other test has. */
function newKey(): string {
  return `"key ${keys++}"`
}

async function send(key: string, body: unknown = newItem, token = idToken) {
  const answer = await sendItem(shop.url, token, body, { 'Idempotency-Key': key })
  const json = (await answer.json()) as ApiItem & { error?: { code: string; message: string }; item?: ApiItem }
  return { status: answer.status, location: answer.headers.get('location'), json }
}

describe('adding an item with an Idempotency-Key', () => {
  test('is answered 201 the first time, and 200 with the same item each time after', async () => {
    const key = newKey()
    const first = await send(key)
    assert.equal(first.status, 201)
    assert.equal(first.location, `/api/items/${first.json.id}`)
    const { length } = await listItems(shop.url)
    // As people type it: what counts is the item that it makes.
    for (const body of [newItem, { ...newItem, title: ' Ivory Beanie ', price: 12_500 }]) {
      assert.deepEqual(await send(key, body), { ...first, status: 200 })
    }
    assert.equal((await listItems(shop.url)).length, length)
  })

  test('in quotes or without, it is the same key', async () => {
    const key = crypto.randomUUID()
    const first = await send(`"${key}"`)
    assert.deepEqual(await send(key), { ...first, status: 200 })
  })

  test('twenty times at the same moment adds one', async () => {
    const key = newKey()
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(key)))
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [...Array<number>(19).fill(200), 201],
    )
    assert.equal(new Set(answers.map(({ json }) => json.id)).size, 1)
  })

  test('with other fields is refused with 409 and the item as it is, which stays so', async () => {
    const key = newKey()
    const { json: item } = await send(key)
    const { status, json } = await send(key, { ...newItem, title: 'Other' })
    assert.equal(status, 409)
    assert.equal(json.error?.code, 'already-added')
    assert.match(json.error.message, /^This piece was saved already, as it was before/)
    assert.deepEqual(json.item, item)
    assert.equal((await send(key)).status, 200)
  })

  test('of somebody else is another one', async () => {
    const key = newKey()
    const first = await send(key)
    const other = await send(key, newItem, (await signUp(shop.url)).idToken)
    assert.equal(other.status, 201)
    assert.notEqual(other.json.id, first.json.id)
  })

  test('that is none is refused with 400 in words, and nothing is added', async () => {
    const { length } = await listItems(shop.url)
    for (const key of ['', '""', '"open', 'two words', `"${'x'.repeat(256)}"`]) {
      const { status, json } = await send(key)
      assert.equal(status, 400, key)
      assert.equal(json.error?.code, 'invalid-request')
      assert.match(json.error.message, /^An Idempotency-Key is a text in quotes/)
    }
    assert.equal((await listItems(shop.url)).length, length)
  })

  test('whose first attempt was refused is free for the next', async () => {
    const key = newKey()
    assert.equal((await send(key, { ...newItem, title: '' })).status, 422)
    assert.equal((await send(key)).status, 201)
  })
})

describe('an answer that is lost', () => {
  test('because the connection is cut: the next attempt finds the item', async () => {
    const key = newKey()
    const live = await fetch(`${shop.url}/api/items/live`)
    const reader = live.body?.pipeThrough(new TextDecoderStream()).getReader()
    assert.match((await reader?.read())?.value ?? '', /revision|data/)
    const cut = new AbortController()
    const lost = fetch(`${shop.url}/api/items`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${idToken}`, 'Idempotency-Key': key },
      body: JSON.stringify({ ...newItem, title: 'Lost' }),
      signal: cut.signal,
    }).catch(() => undefined)
    // The live list tells of it once it is kept, which is before the answer is read here.
    await reader?.read()
    cut.abort()
    await lost
    await reader?.cancel()
    const { status, json } = await send(key, { ...newItem, title: 'Lost' })
    assert.equal(status, 200)
    assert.equal((await listItems(shop.url)).filter(({ title }) => title === 'Lost').length, 1)
    assert.equal(json.title, 'Lost')
  })

  test('because the shop is killed: the next attempt, on the shop as it starts again, finds the item', async () => {
    const key = newKey()
    const first = await send(key)
    await shop.kill()
    await shop.startAgain()
    assert.deepEqual(await send(key), { ...first, status: 200 })
  })
})

describe('an item that was added with a key', () => {
  test('and then sold is there; hidden or removed, nothing more is told of it than that it was saved', async () => {
    const command = (...args: string[]) => runCommand({ SHOP_DATA_DIR: shop.dataDir }, ...args)
    const owner = await createOwner({ identityUrl: shop.url, command }, 'maker@example.com')
    const key = newKey()
    const { json: added } = await send(key, newItem, owner)
    const { items } = (await (await callApi(shop.url, owner, { method: 'GET', path: '/manage/items' })).json()) as {
      items: { id: string; version: string }[]
    }
    let version = items.find(({ id }) => id === added.id)?.version ?? ''
    for (const [body, status] of [
      [{ sold: true }, 200],
      [{ hidden: true }, 409],
      [{ hidden: false }, 200],
    ] as const) {
      const changed = await callApi(shop.url, owner, { method: 'PATCH', path: `/items/${added.id}`, body, version })
      version = ((await changed.json()) as { version: string }).version
      const again = await send(key, newItem, owner)
      assert.equal(again.status, status)
      if (status === 200) assert.deepEqual(again.json, { ...added, sold: true })
      else assert.equal(again.json.item, undefined)
    }
    await callApi(shop.url, owner, { method: 'DELETE', path: `/items/${added.id}` })
    const { status, json } = await send(key, newItem, owner)
    assert.equal(status, 409)
    assert.equal(json.error?.code, 'already-added')
    assert.match(json.error.message, /not shown in the shop any more/)
    assert.equal(json.item, undefined)
  })
})

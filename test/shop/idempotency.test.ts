import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'

import { createOwner } from '../kit/accounts.ts'
import { listItems, sendItem, signUp, type ApiItem } from '../kit/api-client.ts'
import { callApi, listManaged } from '../kit/manage-client.ts'
import { drawPhoto, uploadPhoto } from '../kit/photos/photos.ts'
import { startShop } from '../kit/shop/shop-process.ts'

const newItem = { title: 'Ivory Beanie', imageUrl: 'https://example.com/ivory.jpg', price: '12,500' }

const shop = await startShop()
after(() => shop.stop())
const { idToken } = await signUp(shop.url)
let keys = 0

/** A key that no other test uses. */
function newKey(): string {
  return `"key ${keys++}"`
}

async function send(key: string, body: unknown = newItem, token = idToken) {
  const answer = await sendItem(shop.url, token, body, { 'Idempotency-Key': key })
  const json = (await answer.json()) as ApiItem & { error?: { code: string; message: string }; item?: ApiItem }
  return { status: answer.status, location: answer.headers.get('location'), json }
}

describe('POST /api/items with an Idempotency-Key', () => {
  test('answers 201 the first time, and 200 with the same item afterwards', async () => {
    const key = newKey()
    const first = await send(key)
    assert.equal(first.status, 201)
    assert.equal(first.location, `/api/items/${first.json.id}`)
    const { length } = await listItems(shop.url)
    // Compared are the resulting items, not the texts of the bodies.
    for (const body of [newItem, { ...newItem, title: ' Ivory Beanie ', price: 12_500 }]) {
      assert.deepEqual(await send(key, body), { ...first, status: 200 })
    }
    assert.equal((await listItems(shop.url)).length, length)
  })

  test('notes that its photos are used, also if a process that was killed had stored the item alone', async () => {
    const key = newKey()
    const photo = await uploadPhoto({ url: shop.url, idToken }, drawPhoto(200, 250))
    const body = { title: 'Beanie', photos: [photo.id] }
    assert.equal((await send(key, body)).status, 201)
    const description = join(shop.dataDir, 'photos', `${photo.id}.json`)
    const used = JSON.parse(await readFile(description, 'utf8')) as object
    await writeFile(description, JSON.stringify({ ...used, isNew: true }))
    assert.equal((await send(key, body)).status, 200)
    assert.deepEqual(JSON.parse(await readFile(description, 'utf8')), used)
  })

  test('treats a key with and without quotes as the same', async () => {
    const key = crypto.randomUUID()
    const first = await send(`"${key}"`)
    assert.deepEqual(await send(key), { ...first, status: 200 })
  })

  test('adds one item for twenty concurrent requests', async () => {
    const key = newKey()
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(key)))
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [...Array<number>(19).fill(200), 201],
    )
    assert.equal(new Set(answers.map(({ json }) => json.id)).size, 1)
  })

  test('answers 409 with the unchanged item when the fields differ', async () => {
    const key = newKey()
    const { json: item } = await send(key)
    const { status, json } = await send(key, { ...newItem, title: 'Other' })
    assert.equal(status, 409)
    assert.equal(json.error?.code, 'already-added')
    assert.match(json.error.message, /^This piece was already saved, without your latest/)
    assert.deepEqual(json.item, item)
    assert.equal((await send(key)).status, 200)
  })

  test('keys are scoped per user', async () => {
    const key = newKey()
    const first = await send(key)
    const other = await send(key, newItem, (await signUp(shop.url)).idToken)
    assert.equal(other.status, 201)
    assert.notEqual(other.json.id, first.json.id)
  })

  test('answers 400 with a message to an invalid key, and adds nothing', async () => {
    const { length } = await listItems(shop.url)
    for (const key of ['', '""', '"open', 'two words', `"${'x'.repeat(256)}"`]) {
      const { status, json } = await send(key)
      assert.equal(status, 400, key)
      assert.equal(json.error?.code, 'invalid-request')
      assert.match(json.error.message, /^An Idempotency-Key must be a quoted string/)
    }
    assert.equal((await listItems(shop.url)).length, length)
  })

  test('a key can be used again when its first request was refused', async () => {
    const key = newKey()
    assert.equal((await send(key, { ...newItem, title: '' })).status, 422)
    assert.equal((await send(key)).status, 201)
  })
})

describe('POST /api/items with an Idempotency-Key, when the response is lost', () => {
  test('a retry after a cut connection returns the item', async () => {
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
    // The live list announces the item once it is stored, before the response is read here.
    await reader?.read()
    cut.abort()
    await lost
    await reader?.cancel()
    const { status, json } = await send(key, { ...newItem, title: 'Lost' })
    assert.equal(status, 200)
    assert.equal((await listItems(shop.url)).filter(({ title }) => title === 'Lost').length, 1)
    assert.equal(json.title, 'Lost')
  })

  test('a retry after the shop was killed and restarted returns the item', async () => {
    const key = newKey()
    const first = await send(key)
    await shop.kill()
    await shop.startAgain()
    assert.deepEqual(await send(key), { ...first, status: 200 })
  })
})

describe('a retry of a key whose item was changed', () => {
  test('returns a sold item; of a hidden or removed one it says only that it was saved', async () => {
    const owner = await createOwner(shop, 'owner@example.com')
    const key = newKey()
    const { json: added } = await send(key, newItem, owner)
    let { version = '' } = (await listManaged(shop.url, owner)).find(({ id }) => id === added.id) ?? {}
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
    assert.match(json.error.message, /no longer shown in the shop/)
    assert.equal(json.item, undefined)
  })

  test('returns an item whose category others spell otherwise by then', async () => {
    const owner = await createOwner(shop, 'speller@example.com')
    const key = newKey()
    const setHidden = async (hidden: boolean) => {
      const { version = '' } = (await listManaged(shop.url, owner)).find(({ id }) => id === first.json.id) ?? {}
      const path = `/items/${first.json.id}`
      await callApi(shop.url, owner, { method: 'PATCH', path, body: { hidden }, version })
    }
    const first = await send(key, { ...newItem, category: 'Caps' }, owner)
    await setHidden(true)
    const other = await send(newKey(), { ...newItem, category: 'CAPS' }, owner)
    assert.equal(other.json.category, 'CAPS')
    await setHidden(false)
    assert.deepEqual(await send(key, { ...newItem, category: 'Caps' }, owner), { ...first, status: 200 })
  })
})

import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'

import { createOwner } from '../kit/accounts.ts'
import { addItem, type ApiItem } from '../kit/api-client.ts'
import { callApi, listManaged } from '../kit/manage-client.ts'
import { hostShops } from '../kit/shop/hosted-shop.ts'

const host = hostShops()
after(() => host[Symbol.asyncDispose]())

const newItem = { title: 'Ivory Beanie', imageUrl: 'https://example.com/ivory.jpg' }
const unknownId = 'w2q1glSJSzjUZxmtQkh7'
const crawler = { 'User-Agent': 'facebookexternalhit/1.1' }

/** Counts log lines by path. Cached pages are answered without a log line. */
function countLogLines(output: string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const line of output.split('\n')) {
    if (!line.includes('"msg":"request"')) continue
    const { path } = JSON.parse(line) as { path: string }
    counts[path] = (counts[path] ?? 0) + 1
  }
  return counts
}

describe('page cache', () => {
  test('renders each path once, for crawlers and visitors and with any query', async () => {
    await using shop = await host.open()
    const { id } = await addItem(shop.url, newItem)
    const get = async (path: string, headers = {}) => (await fetch(shop.url + path, { headers })).text()
    const paths = ['/', `/item/${id}`, `/item/${unknownId}`, '/item/none', '/nowhere', '/create', '/manage', '/sign-in']
    paths.push('/claim', '/__/auth/action')
    for (const path of [...paths, '/robots.txt', '/manifest.webmanifest']) {
      await get(path, path === '/' ? {} : crawler)
      await get(`${path}?fbclid=1&next=/`)
      await get(path, crawler)
      await get(path, { 'Accept-Encoding': 'identity' })
    }
    await shop.kill()
    const counts = countLogLines(shop.output())
    for (const path of [...paths, '/robots.txt', '/manifest.webmanifest']) {
      assert.equal(counts[path], 1, path)
    }
  })
})

describe("the page of an item, with 'More pieces'", () => {
  test('shows another item at its new price at once, and no longer once that is hidden', async () => {
    await using shop = await host.open()
    const owner = await createOwner(shop, 'owner@example.com')
    const add = async (title: string) => {
      const body = { ...newItem, title, category: title, price: '1200' }
      return (await (await callApi(shop.url, owner, { method: 'POST', path: '/items', body })).json()) as ApiItem
    }
    const [shown, other] = [await add('Shown'), await add('Neighbour')]
    const read = async () => (await fetch(`${shop.url}/item/${shown.id}`)).text()
    const change = async (method: 'PATCH' | 'PUT', body: object) => {
      const { version = '' } = (await listManaged(shop.url, owner)).find(({ id }) => id === other.id) ?? {}
      const answer = await callApi(shop.url, owner, { method, path: `/items/${other.id}`, body, version })
      assert.equal(answer.status, 200)
    }
    assert.match(await read(), /Neighbour.*1,200/s)
    await change('PUT', { ...newItem, title: 'Neighbour', price: '3456' })
    assert.match(await read(), /Neighbour.*3,456/s)
    await change('PATCH', { hidden: true })
    assert.doesNotMatch(await read(), /Neighbour/)
  })
})

describe('a 404 page', () => {
  test('is the same at every path, and does not contain the path', async () => {
    await using shop = await host.open()
    const bodies = async (paths: string[]) =>
      Promise.all(paths.map(async (path) => (await fetch(shop.url + path)).text()))
    const [first = '', ...others] = await bodies(['/nowhere', '/nowhere/else', '/Create', '/item'])
    const [item = '', ...otherItems] = await bodies(['/item/none', `/item/${unknownId}`, '/item/a.b'])
    for (const other of others) assert.equal(other, first)
    for (const other of otherItems) assert.equal(other, item)
    for (const body of [first, item]) assert.doesNotMatch(body, /rel="canonical"|og:url|\/~/)
    assert.match(await (await fetch(shop.url)).text(), /rel="canonical".*og:url/)
  })
})

describe('a hidden item', () => {
  test('is answered 404 at every spelling of its path', async () => {
    await using shop = await host.open()
    const owner = await createOwner(shop, 'owner@example.com')
    const { id } = (await (
      await callApi(shop.url, owner, { method: 'POST', path: '/items', body: newItem })
    ).json()) as ApiItem
    const spellings = [`/item/${id}`, `/item/${id}/`, `/item/${id}?fbclid=1`, `/item/${id}/?a`, `/%69tem/${id}`]
    const statuses = async () => Promise.all(spellings.map(async (path) => (await fetch(shop.url + path)).status))
    assert.deepEqual(await statuses(), [200, 200, 200, 200, 200])
    const [item] = await listManaged(shop.url, owner)
    const hide = { method: 'PATCH', path: `/items/${id}`, body: { hidden: true }, version: item?.version ?? '' }
    assert.equal((await callApi(shop.url, owner, hide)).status, 200)
    assert.deepEqual(await statuses(), [404, 404, 404, 404, 404])
  })
})

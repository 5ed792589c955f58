import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'

import { addItem } from '../kit/api-client.ts'
import { followLiveList, nextEvent } from '../kit/http/live-events.ts'
import { startShop } from '../kit/shop/shop-process.ts'
import type { ShopProcess } from '../kit/shop/shop-process.ts'

let shop: ShopProcess

const newItem = { title: 'Ivory Beanie', imageUrl: 'https://example.com/ivory.jpg' }

before(async () => {
  shop = await startShop()
})
after(() => shop.stop())

test('tells the present revision, then a higher one for each new item', async () => {
  const events = followLiveList(shop.url)
  const present = await nextEvent(events)
  assert.equal(present.type, 'revision')
  await addItem(shop.url, newItem)
  const changed = await nextEvent(events)
  assert.ok(Number(changed.data) > Number(present.data))
  assert.equal(changed.id, changed.data)
  await events.return()
})

test('the revision told is that of the list and of the home page', async () => {
  await addItem(shop.url, newItem)
  const events = followLiveList(shop.url)
  const { data } = await nextEvent(events)
  const { revision } = (await (await fetch(`${shop.url}/api/items`)).json()) as { revision: number }
  assert.equal(revision, Number(data))
  assert.match(await (await fetch(shop.url)).text(), new RegExp(`data-revision="${data}"`))
  await events.return()
})

test('resumes: who is up to date hears of the next change alone', async () => {
  const first = followLiveList(shop.url)
  const { id } = await nextEvent(first)
  await first.return()
  const resumed = followLiveList(shop.url, id)
  const told = nextEvent(resumed)
  await addItem(shop.url, newItem)
  assert.ok(Number((await told).id) > Number(id))
  await resumed.return()
})

test('resumes: who missed changes hears of the latest at once', async () => {
  const events = followLiveList(shop.url, '1')
  const { revision } = (await (await fetch(`${shop.url}/api/items`)).json()) as { revision: number }
  assert.equal(Number((await nextEvent(events)).data), revision)
  await events.return()
})

test('is an event stream that nothing on the way may keep or hold back', async () => {
  const left = new AbortController()
  const { headers } = await fetch(`${shop.url}/api/items/live`, { signal: left.signal })
  assert.equal(headers.get('content-type'), 'text/event-stream')
  assert.equal(headers.get('cache-control'), 'no-cache')
  assert.equal(headers.get('x-accel-buffering'), 'no')
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  left.abort()
})

test('25 connections with 1,000 pipelined requests each do not keep the next visitor out', async () => {
  const { port } = new URL(shop.url)
  const openAtOnce = async () => {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined)
    socket.resume().write('GET /api/items/live HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(1_000))
    await once(socket, 'close')
  }
  await Promise.all(Array.from({ length: 25 }, openAtOnce))
  const events = followLiveList(shop.url)
  assert.equal((await nextEvent(events)).type, 'revision')
  await events.return()
})

import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, test } from 'node:test'

import { addItem } from '../kit/api-client.ts'
import { closed } from '../kit/http/closed.ts'
import { followLiveList, nextEvent } from '../kit/http/live-events.ts'
import { openHostedShop } from '../kit/shop/hosted-shop.ts'

const shop = await openHostedShop()
after(() => shop[Symbol.asyncDispose]())

const newItem = { title: 'Ivory Beanie', imageUrl: 'https://example.com/ivory.jpg' }

test('live list: sends the current revision, then a higher one for each new item', async () => {
  const events = followLiveList(shop.url)
  const current = await nextEvent(events)
  assert.equal(current.type, 'revision')
  await addItem(shop.url, newItem)
  const changed = await nextEvent(events)
  assert.ok(Number(changed.data) > Number(current.data))
  assert.equal(changed.id, changed.data)
  await events.return()
})

test('live list: the revision is that of the item list and of the home page', async () => {
  await addItem(shop.url, newItem)
  const events = followLiveList(shop.url)
  const { data } = await nextEvent(events)
  const { revision } = (await (await fetch(`${shop.url}/api/items`)).json()) as { revision: number }
  assert.equal(revision, Number(data))
  assert.match(await (await fetch(shop.url)).text(), new RegExp(`data-revision="${data}"`))
  await events.return()
})

test('live list: resuming with the current Last-Event-ID sends the next change only', async () => {
  const first = followLiveList(shop.url)
  const { id } = await nextEvent(first)
  await first.return()
  const resumed = followLiveList(shop.url, id)
  const announced = nextEvent(resumed)
  await addItem(shop.url, newItem)
  assert.ok(Number((await announced).id) > Number(id))
  await resumed.return()
})

test('live list: resuming with an older Last-Event-ID sends the latest revision at once', async () => {
  const events = followLiveList(shop.url, '1')
  const { revision } = (await (await fetch(`${shop.url}/api/items`)).json()) as { revision: number }
  assert.equal(Number((await nextEvent(events)).data), revision)
  await events.return()
})

test('live list: the event stream may not be cached or buffered', async () => {
  const aborted = new AbortController()
  const { headers } = await fetch(`${shop.url}/api/items/live`, { signal: aborted.signal })
  assert.equal(headers.get('content-type'), 'text/event-stream')
  assert.equal(headers.get('cache-control'), 'no-cache')
  assert.equal(headers.get('x-accel-buffering'), 'no')
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  aborted.abort()
})

test('live list: five connections with 1,000 pipelined requests each do not block the next visitor', async () => {
  const { port } = new URL(shop.url)
  const openAtOnce = async () => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.resume().write('GET /api/items/live HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(1_000))
    await closed(socket)
  }
  await Promise.all(Array.from({ length: 5 }, openAtOnce))
  const events = followLiveList(shop.url)
  assert.equal((await nextEvent(events)).type, 'revision')
  await events.return()
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { addItem } from '../fixtures/api.ts'
import { startShop } from '../fixtures/shop-process.ts'
import type { ShopProcess } from '../fixtures/shop-process.ts'

let shop: ShopProcess

const piece = { title: 'Ivory Beanie', imageUrl: 'https://example.com/ivory.jpg' }

before(async () => {
  shop = await startShop()
})
after(() => shop.stop())

interface LiveEvent {
  readonly type: string
  readonly id: string
  readonly data: string
}

/** Follows the live list, event by event. Ends with the stream, or when the test leaves the loop. */
async function* follow(lastEventId?: string): AsyncGenerator<LiveEvent, void> {
  const left = new AbortController()
  const headers: Record<string, string> = lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId }
  const { body } = await fetch(`${shop.url}/api/items/live`, { headers, signal: left.signal })
  let text = ''
  try {
    for await (const chunk of body ?? []) {
      text += new TextDecoder().decode(chunk)
      for (const block of takeBlocks()) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? ''
        if (field('data') !== '') yield { type: field('event'), id: field('id'), data: field('data') }
      }
    }
  } finally {
    left.abort()
  }

  function takeBlocks(): string[] {
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    return blocks
  }
}

async function next(events: AsyncGenerator<LiveEvent, void>): Promise<LiveEvent> {
  const { value } = await events.next()
  assert.ok(value, 'the stream has ended')
  return value
}

test('tells the present revision, then a higher one for each new item', async () => {
  const events = follow()
  const present = await next(events)
  assert.equal(present.type, 'revision')
  await addItem(shop.url, piece)
  const changed = await next(events)
  assert.ok(Number(changed.data) > Number(present.data))
  assert.equal(changed.id, changed.data)
  await events.return()
})

test('the revision told is that of the list and of the home page', async () => {
  await addItem(shop.url, piece)
  const events = follow()
  const { data } = await next(events)
  const { revision } = (await (await fetch(`${shop.url}/api/items`)).json()) as { revision: number }
  assert.equal(revision, Number(data))
  assert.match(await (await fetch(shop.url)).text(), new RegExp(`data-revision="${data}"`))
  await events.return()
})

test('resumes: who is up to date hears of the next change alone', async () => {
  const first = follow()
  const { id } = await next(first)
  await first.return()
  const resumed = follow(id)
  const told = next(resumed)
  await addItem(shop.url, piece)
  assert.ok(Number((await told).id) > Number(id))
  await resumed.return()
})

test('resumes: who missed changes hears of the latest at once', async () => {
  const events = follow('1')
  const { revision } = (await (await fetch(`${shop.url}/api/items`)).json()) as { revision: number }
  assert.equal(Number((await next(events)).data), revision)
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

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'

import { Hono } from 'hono'

import { closed } from '../../../test/kit/http/closed.ts'
import { createPageCache } from '../../pages/page-cache.ts'
import type { Bindings } from '../../web/bindings.ts'
import { listen, type HttpServer } from '../../web/http-server.ts'
import { createListener } from '../../web/listener.ts'
import { EventStreams } from './event-stream.ts'
import { createLiveList } from './live-list.ts'

let server: HttpServer
let streams: EventStreams
/** The paths of requests that reached the app. */
let requested: string[]

interface Settings {
  trustedProxies?: number
  rateLimits?: boolean
  maxStreams?: number
}

async function serve({ trustedProxies = 0, rateLimits = true, maxStreams = 20_000 }: Settings = {}): Promise<void> {
  requested = []
  const app = new Hono<Bindings>()
  app.get('/slow', () => new Promise<Response>(() => undefined))
  app.get('*', (context) => {
    requested.push(context.req.path)
    return context.text('a page')
  })
  streams = new EventStreams({ maxStreams })
  const live = createLiveList(streams, { headers: {}, trustedProxies, rateLimits })
  const listener = createListener({ app, cache: createPageCache(), headers: {}, live, languages: () => ['en'] })
  server = await listen({ host: '127.0.0.1', port: 0, trustedProxies: 0 }, () => listener)
}

async function stop(): Promise<void> {
  streams.close()
  server.node.closeAllConnections()
  await server.close()
}

const requestFor = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: shop.example\r\n${headers}\r\n`
const liveRequest = requestFor('/api/items/live')

function connection(): Socket {
  return connect(server.port, '127.0.0.1')
}

/** Opens a stream for a client address, as a proxy would. @returns the status. */
async function openFrom(address: string): Promise<string> {
  const socket = connection()
  socket.write(requestFor('/api/items/live', `X-Forwarded-For: ${address}\r\n`))
  const [head] = (await once(socket, 'data')) as [Buffer]
  return head.toString().slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)
}

async function openMany(count: number, addressAt: (index: number) => string): Promise<string[]> {
  const statuses: string[] = []
  for (let index = 0; index < count; index++) statuses.push(await openFrom(addressAt(index)))
  return statuses
}

describe('live list: one stream per connection', { timeout: 20_000 }, () => {
  afterEach(stop)

  test('1,000 pipelined requests in one packet: the connection is closed, and no stream stays open', async () => {
    await serve()
    const socket = connection()
    socket.resume()
    socket.write(liveRequest.repeat(1_000))
    await closed(socket)
    assert.equal(streams.size, 0)
  })

  test('another request on a connection with a stream closes it, and gets no response', async () => {
    await serve()
    for (const path of ['/api/items/live', '/', '/api/items']) {
      const socket = connection()
      socket.write(liveRequest)
      await once(socket, 'data')
      socket.resume().write(requestFor(path))
      await closed(socket)
      assert.deepEqual(requested, [])
      while (streams.size > 0) await setImmediate()
    }
  })

  test('a stream that is requested while an earlier request is pending is not opened', async () => {
    await serve()
    const socket = connection()
    socket.resume()
    socket.write(requestFor('/slow') + liveRequest)
    await closed(socket)
    assert.equal(streams.size, 0)
  })

  test('pipelined requests before a stream are answered', async () => {
    await serve()
    const socket = connection()
    socket.write(requestFor('/one') + requestFor('/two'))
    let text = ''
    while (text.split('a page').length < 3) text += String((await once(socket, 'data'))[0])
    assert.deepEqual(requested, ['/one', '/two'])
    socket.destroy()
  })
})

describe('live list: 200 streams per address', () => {
  afterEach(stop)

  test('one more is refused with 503 and Retry-After; another address is served', async () => {
    await serve({ trustedProxies: 1 })
    const statuses = await openMany(201, () => '203.0.113.7')
    assert.deepEqual(new Set(statuses.slice(0, 200)), new Set(['200']))
    assert.equal(statuses.at(-1), '503')
    const headers = { 'X-Forwarded-For': '203.0.113.7' }
    const refused = await fetch(`http://127.0.0.1:${server.port}/api/items/live`, { headers })
    assert.equal(refused.headers.get('Retry-After'), '30')
    assert.equal(await openFrom('203.0.113.8'), '200')
  })

  test('all addresses of a /64 IPv6 network count as one', async () => {
    await serve({ trustedProxies: 1 })
    await openMany(200, (index) => `2001:db8:1:2::${index.toString(16)}`)
    assert.deepEqual([await openFrom('2001:db8:1:2:ffff::1'), await openFrom('2001:db8:1:3::1')], ['503', '200'])
  })

  test('a closed stream makes room for another', async () => {
    await serve({ trustedProxies: 1 })
    await openMany(199, () => '203.0.113.7')
    const socket = connection()
    socket.write(requestFor('/api/items/live', 'X-Forwarded-For: 203.0.113.7\r\n'))
    await once(socket, 'data')
    assert.equal(await openFrom('203.0.113.7'), '503')
    socket.destroy()
    while (streams.size > 199) await setImmediate()
    assert.equal(await openFrom('203.0.113.7'), '200')
  })

  for (const [who, settings, address] of [
    ['with SHOP_RATE_LIMITS=off', { trustedProxies: 1, rateLimits: false }, '203.0.113.7'],
    ['for the loopback address', { trustedProxies: 0 }, '203.0.113.7'],
    ['for the loopback address, behind a proxy', { trustedProxies: 1 }, '::1'],
  ] as const) {
    test(`there is no limit ${who}`, async () => {
      await serve(settings)
      assert.deepEqual(new Set(await openMany(201, () => address)), new Set(['200']))
    })
  }
})

describe('live list: full', { timeout: 20_000 }, () => {
  afterEach(stop)

  test('a new stream is accepted, and one of the address with the most streams is dropped', async () => {
    await serve({ trustedProxies: 1, maxStreams: 4 })
    const greedy = fetch(`http://127.0.0.1:${server.port}/api/items/live`, {
      headers: { 'X-Forwarded-For': '203.0.113.66' },
    })
    const ended = (await greedy).text()
    assert.equal(await openFrom('203.0.113.66'), '200')
    assert.deepEqual(await openMany(3, (index) => `198.51.100.${index}`), ['200', '200', '200'])
    assert.match(await ended, /retry: \d{5}\n\n$/)
    assert.equal(streams.size, 4)
  })

  test('streams of the same /48 IPv6 network are dropped, even if each has its own address', async () => {
    await serve({ trustedProxies: 1, maxStreams: 20 })
    const honest = await fetch(`http://127.0.0.1:${server.port}/api/items/live`, {
      headers: { 'X-Forwarded-For': '2001:db8:2:1::1' },
    })
    const reading = honest.text()
    await openMany(40, (index) => `2001:db8:1:${index.toString(16)}::1`)
    assert.equal(streams.size, 20)
    streams.close()
    assert.match(await reading, /retry: [1-4]\d{3}\n\n$/) // It ended when the shop closed, and not before.
  })
})

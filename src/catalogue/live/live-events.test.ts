import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { afterEach, describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'

import { Hono } from 'hono'

import { createLog } from '../../log.ts'
import { createPageCache } from '../../pages/page-cache.ts'
import { describeShop } from '../../pages/public-shop.ts'
import type { Bindings } from '../../web/bindings.ts'
import { createListener, listen } from '../../web/listener.ts'
import type { HttpServer } from '../../web/listener.ts'
import { createBroker } from './broker.ts'
import { createEventStreams } from './event-stream.ts'
import type { EventStreams } from './event-stream.ts'
import { createLiveList } from './live-events.ts'

const log = createLog()
log.level = 'silent'

let server: HttpServer
let streams: EventStreams
/** Paths that the app was asked for. */
let asked: string[]

interface Settings {
  trustedProxies?: number
  rateLimits?: boolean
  maxStreams?: number
}

async function serve({ trustedProxies = 0, rateLimits = true, maxStreams = 20_000 }: Settings = {}): Promise<void> {
  asked = []
  const app = new Hono<Bindings>()
  app.get('/slow', () => new Promise<Response>(() => undefined))
  app.get('*', (context) => {
    asked.push(context.req.path)
    return context.text('a page')
  })
  streams = createEventStreams(createBroker({ log }), { maxStreams })
  server = await listen({ host: '127.0.0.1', port: 0 })
  const live = createLiveList(streams, { shop, trustedProxies, rateLimits, hstsSubdomains: false })
  server.serve(createListener({ app, cache: createPageCache(), headers: {}, live }))
}

const shop = describeShop(
  { name: 'Shop', whatsapp: '94770000000', instagram: 'https://www.instagram.com/', origin: 'https://shop.example' },
  {
    apiKey: 'k',
    projectId: 'p',
    authDomain: null,
    emulatorOrigin: null,
    isEmbedded: true,
    providers: [],
    tokenSync: true,
  },
  0,
)

afterEach(async () => {
  streams.close()
  server.node.closeAllConnections()
  await server.close()
})

const requestFor = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: shop.example\r\n${headers}\r\n`
const liveRequest = requestFor('/api/items/live')

function connection(): Socket {
  return connect(server.port, '127.0.0.1')
}

/** Opens a stream, as the proxy in front tells of its client. @returns the status. */
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

describe('a connection holds one live stream', { timeout: 20_000 }, () => {
  test('1,000 pipelined requests in one packet: the connection is closed, and no stream stays open', async () => {
    await serve()
    const socket = connection()
    socket.resume().on('error', () => undefined)
    socket.write(liveRequest.repeat(1_000))
    await once(socket, 'close')
    assert.equal(streams.size, 0)
  })

  test('one more request on a connection that has a stream closes it, and is not answered', async () => {
    await serve()
    for (const path of ['/api/items/live', '/', '/api/items']) {
      const socket = connection()
      socket.on('error', () => undefined).write(liveRequest)
      await once(socket, 'data')
      socket.resume().write(requestFor(path))
      await once(socket, 'close')
      assert.deepEqual(asked, [])
      while (streams.size > 0) await setImmediate()
    }
  })

  test('a stream that is asked for before the connection’s last answer is not opened', async () => {
    await serve()
    const socket = connection()
    socket.resume().on('error', () => undefined)
    socket.write(requestFor('/slow') + liveRequest)
    await once(socket, 'close')
    assert.equal(streams.size, 0)
  })

  test('requests that are pipelined before a stream is open are answered', async () => {
    await serve()
    const socket = connection()
    socket.write(requestFor('/one') + requestFor('/two'))
    let text = ''
    while (text.split('a page').length < 3) text += String((await once(socket, 'data'))[0])
    assert.deepEqual(asked, ['/one', '/two'])
    socket.destroy()
  })
})

describe('an address holds 200 live streams', { timeout: 20_000 }, () => {
  test('one more is asked to come back later; another address is served', async () => {
    await serve({ trustedProxies: 1 })
    const statuses = await openMany(201, () => '203.0.113.7')
    assert.deepEqual(new Set(statuses.slice(0, 200)), new Set(['200']))
    assert.equal(statuses.at(-1), '503')
    const headers = { 'X-Forwarded-For': '203.0.113.7' }
    const refused = await fetch(`http://127.0.0.1:${server.port}/api/items/live`, { headers })
    assert.equal(refused.headers.get('Retry-After'), '30')
    assert.equal(await openFrom('203.0.113.8'), '200')
  })

  test('all addresses of an IPv6 network of 64 bits count as one', async () => {
    await serve({ trustedProxies: 1 })
    await openMany(200, (index) => `2001:db8:1:2::${index.toString(16)}`)
    assert.deepEqual([await openFrom('2001:db8:1:2:ffff::1'), await openFrom('2001:db8:1:3::1')], ['503', '200'])
  })

  test('a stream that has ended makes room for another', async () => {
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
    ['for the machine that the shop runs on', { trustedProxies: 0 }, '203.0.113.7'],
    ['for the machine that the shop runs on, behind a proxy', { trustedProxies: 1 }, '::1'],
  ] as const) {
    test(`there is no such limit ${who}`, async () => {
      await serve(settings)
      assert.deepEqual(new Set(await openMany(201, () => address)), new Set(['200']))
    })
  }
})

describe('a full live list', { timeout: 20_000 }, () => {
  test('takes a newcomer in, and drops a stream of the address with the most', async () => {
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

  test('drops streams of an IPv6 network of 48 bits, however many of its addresses hold one each', async () => {
    await serve({ trustedProxies: 1, maxStreams: 20 })
    const honest = await fetch(`http://127.0.0.1:${server.port}/api/items/live`, {
      headers: { 'X-Forwarded-For': '2001:db8:2:1::1' },
    })
    const reading = honest.text()
    await openMany(40, (index) => `2001:db8:1:${index.toString(16)}::1`)
    assert.equal(streams.size, 20)
    streams.close()
    assert.match(await reading, /retry: [1-4]\d{3}\n\n$/) // It ended with the shop, and not before.
  })
})

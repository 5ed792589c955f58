import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test, type TestContext } from 'node:test'

import { Hono } from 'hono'

import { EventStreams } from '../catalogue/live/event-stream.ts'
import { createLiveList } from '../catalogue/live/live-list.ts'
import { createLog } from '../log.ts'
import { createPageCache } from '../pages/page-cache.ts'
import type { Bindings } from './bindings.ts'
import { listen } from './http-server.ts'
import { createListener } from './listener.ts'

const log = createLog()
log.level = 'silent'

/** More than the buffers of two sockets. */
const large = new Uint8Array(20_000_000)

/** The listener of a shop with this app, and a connection to it. */
async function serve(t: TestContext, app: Hono<Bindings>, untilReady?: () => Promise<unknown> | undefined) {
  const live = createLiveList(new EventStreams(), {
    headers: {},
    trustedProxies: 0,
    rateLimits: true,
  })
  const shop = { app, cache: createPageCache(), headers: {}, live, languages: () => ['en'] as const }
  const listener = createListener({ ...shop, ...(untilReady && { untilReady }) })
  const server = await listen({ host: '127.0.0.1', port: 0, trustedProxies: 0 }, () => listener)
  const socket = connect(server.port, '127.0.0.1')
  t.after(() => {
    socket.destroy()
    return server.close()
  })
  return { socket, port: server.port }
}

test('a pipelined request is processed once the client has read the answers to earlier ones', async (t) => {
  const processed: string[] = []
  const app = new Hono<Bindings>().get('*', ({ req, body }) => {
    processed.push(req.path)
    return body(req.path === '/large' ? large : req.path)
  })
  const { socket, port } = await serve(t, app)
  const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
  socket.write(ask('/large') + ask('/second') + ask('/third'))
  await once(socket, 'readable')
  await fetch(`http://127.0.0.1:${port}/other`)
  assert.deepEqual(processed, ['/large', '/other'])
  let text = ''
  for await (const chunk of socket) {
    text = (text + String(chunk)).slice(-1_000)
    if (text.endsWith('/third')) break
  }
  assert.deepEqual(processed, ['/large', '/other', '/second', '/third'])
  assert.match(text, /\/secondHTTP\/1\.1 200/)
})

test('before the shop is ready, requests wait, and a connection that pipelines too many is closed', async (t) => {
  const ready = Promise.withResolvers<void>()
  const app = new Hono<Bindings>().get('*', ({ req, text }) => text(req.path))
  const { socket, port } = await serve(t, app, () => ready.promise)
  socket.on('error', () => {}) // It is reset.
  const closed = once(socket, 'close')
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(10))
  const answered = fetch(`http://127.0.0.1:${port}/waiting`)
  await closed
  ready.resolve()
  assert.equal(await (await answered).text(), '/waiting')
})

test('HEAD: a streamed body is cancelled after its first part', { timeout: 20_000 }, async (t) => {
  const { promise: cancelled, resolve: cancel } = Promise.withResolvers<void>()
  let parts = 0
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    parts += 1
    controller.enqueue(new Uint8Array(1_000))
  }
  const app = new Hono<Bindings>().get('*', ({ body }) =>
    body(new ReadableStream({ pull, cancel }), 200, { ETag: '"1"' }),
  )
  const { port } = await serve(t, app)
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'HEAD' })
  assert.deepEqual([answer.status, answer.headers.get('ETag'), await answer.text()], [200, '"1"', ''])
  await cancelled
  assert.ok(parts <= 4, `${parts} parts`)
})

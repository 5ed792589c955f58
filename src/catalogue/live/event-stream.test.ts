import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text as collect } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, test, type TestContext } from 'node:test'
import { setImmediate } from 'node:timers/promises'

import { EventStreams, type EventStreamLimits } from './event-stream.ts'

let streams: EventStreams
let server: Server

async function serve(limits: Partial<EventStreamLimits> = {}): Promise<void> {
  streams = new EventStreams({ spacingMs: 0, ...limits })
  server = createServer((request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    streams.open(response, String(request.headers['x-client']), request.headers['last-event-id'] as string | undefined)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
}

const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`

/** Reads a stream until it holds `wanted`, or to its end. */
async function readUntil(body: ReadableStream<Uint8Array> | null, wanted: string): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.includes(wanted)) break
  }
  return text
}

describe('an event stream', () => {
  beforeEach(() => serve())
  afterEach(() => {
    streams.close()
    server.closeAllConnections()
    server.close()
  })

  test('open: a reader gets the current revision at once, and a retry time', async () => {
    streams.publish(41)
    const { body } = await fetch(address())
    assert.match(await readUntil(body, 'data'), /^retry: \d+\n\nevent: revision\nid: 41\ndata: 41\n\n$/)
  })

  test('open: a reader that reconnects with the current revision gets nothing until the next one', async () => {
    streams.publish(41)
    const { body } = await fetch(address(), { headers: { 'Last-Event-ID': '41' } })
    const reading = readUntil(body, 'data')
    streams.publish(42)
    // The retry time is random.
    assert.match(await reading, /^retry: \d+\n\nevent: revision\nid: 42\ndata: 42\n\n$/)
  })

  test('open: a reader that reconnects with an older revision gets the current one', async () => {
    streams.publish(42)
    const { body } = await fetch(address(), { headers: { 'Last-Event-ID': '40' } })
    assert.match(await readUntil(body, 'data'), /data: 42/)
  })

  test('heartbeat: an idle stream gets comments', async () => {
    await restart({ heartbeatMs: 5 })
    const { body } = await fetch(address())
    assert.match(await readUntil(body, ':\n\n:'), /\n:\n\n:/)
  })

  test('lifetime: a stream ends when its lifetime is over', async () => {
    await restart({ heartbeatMs: 5, lifetimeMs: 20 })
    const { body } = await fetch(address())
    await readUntil(body, 'never said')
    assert.equal(streams.size, 0)
  })

  test('open: a reader that disconnects is removed', { timeout: 10_000 }, async ({ signal }) => {
    const left = new AbortController()
    const { body } = await fetch(address(), { signal: left.signal })
    const first = await body?.getReader().read() // Reads one chunk only: reading on would end the stream in another way.
    assert.match(Buffer.from(first?.value ?? []).toString(), /retry/)
    assert.equal(streams.size, 1)
    left.abort()
    while (streams.size > 0 && !signal.aborted) await setImmediate()
  })

  test('maxBufferedBytes: a reader that does not read is dropped', { timeout: 60_000 }, async () => {
    await restart({ maxBufferedBytes: 1024 })
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
    socket.write('GET / HTTP/1.1\r\nHost: shop\r\n\r\n')
    while (streams.size === 0) await setImmediate()
    const closed = once(socket, 'close')
    // The sockets’ own buffers have some megabytes.
    for (let revision = 1; revision <= 1_000_000 && streams.size > 0; revision++) {
      streams.publish(revision)
      if (revision % 1_000 === 0) await setImmediate()
    }
    assert.equal(streams.size, 0, 'a million unread revisions are buffered')
    socket.on('error', () => undefined).resume()
    await closed
  })

  /** A stream that has ended, while its reader has not read all of it. */
  async function endUnread(t: TestContext) {
    const ended = new EventStreams({ heartbeatMs: 5, lifetimeMs: 0, maxBufferedBytes: Infinity, maxStreams: 1 })
    const errors: unknown[] = []
    const opened = Promise.withResolvers<ServerResponse>()
    const unread = createServer((_, response) => {
      response.on('error', (error) => errors.push(error))
      response.writeHead(200).write(Buffer.alloc(50_000_000))
      ended.open(response, 'reader', undefined)
      opened.resolve(response)
    }).listen(0, '127.0.0.1')
    t.after(() => {
      ended.close()
      unread.closeAllConnections()
      unread.close()
    })
    await once(unread, 'listening')
    const read = () => {
      const socket = connect((unread.address() as AddressInfo).port, '127.0.0.1').pause()
      socket.on('error', () => undefined).write('GET / HTTP/1.1\r\nHost: shop\r\n\r\n')
    }
    read()
    const response = await opened.promise
    await once(response, 'prefinish')
    assert.equal(ended.size, 1)
    return { ended, response, errors, read }
  }

  test('lifetime: nothing is written to a stream that has ended, while its reader has not read all of it', async (t) => {
    const { ended, errors } = await endUnread(t)
    ended.publish(1)
    ended.sendBackendState(false)
    await setImmediate()
    assert.equal(ended.size, 1)
    assert.deepEqual(errors, [])
  })

  for (const way of ['close', 'maxStreams'] as const) {
    test(`${way}: a stream that has ended and is not read is dropped, without an error`, async (t) => {
      const { ended, response, errors, read } = await endUnread(t)
      const closed = once(response, 'close')
      if (way === 'close') ended.close()
      else read()
      await closed
      assert.deepEqual(errors, [])
    })
  }

  const openAs = async (client: string) => {
    const { body } = await fetch(address(), { headers: { 'X-Client': client } })
    return readUntil(body, 'never said')
  }

  test(
    'maxStreams: the client with the most streams loses its oldest, with a longer retry time',
    { timeout: 10_000 },
    async () => {
      await restart({ maxStreams: 3, displacedRetryMs: 30_000 })
      const greedy = openAs('greedy')
      while (streams.size < 1) await setImmediate()
      const others = ['modest', 'greedy'].map((client) => openAs(client))
      while (streams.size < 3) await setImmediate()
      const newcomer = openAs('newcomer')
      const text = await greedy
      assert.ok(Number(/retry: (\d+)\n\n$/.exec(text)?.[1]) >= 30_000, text)
      assert.equal(streams.size, 3)
      streams.close()
      for (const other of await Promise.all([...others, newcomer])) assert.match(other, /retry: [1-4]\d{3}\n\n$/)
    },
  )

  test(
    'maxStreams: a displaced stream is removed at once, even if its reader does not read',
    { timeout: 10_000 },
    async () => {
      await restart({ maxStreams: 1 })
      server.keepAliveTimeout = 0 // Nothing else closes the connection.
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
      socket.write('GET / HTTP/1.1\r\nHost: shop\r\nX-Client: one\r\n\r\n')
      while (streams.size === 0) await setImmediate()
      const left = new AbortController()
      await fetch(address(), { headers: { 'X-Client': 'other' }, signal: left.signal })
      assert.equal(streams.size, 1)
      streams.publish(7)
      const text = await collect(socket)
      assert.match(text, /\r\nretry: [3-6]\d{4}\n\n\r\n0\r\n\r\n$/)
      assert.doesNotMatch(text, /data: 7/)
      left.abort()
    },
  )

  test('close: each stream ends with a retry time', async () => {
    const { body } = await fetch(address())
    const reading = readUntil(body, 'never said')
    streams.close()
    assert.match(await reading, /retry: \d+\n\n$/)
  })

  async function restart(limits: Partial<EventStreamLimits>): Promise<void> {
    streams.close()
    server.close()
    await serve(limits)
  }

  test('sendBackendState: a reader gets the state at once and when it changes, but not twice', async () => {
    streams.sendBackendState(false)
    const { body } = await fetch(address())
    for (const isReachable of [false, true, true]) streams.sendBackendState(isReachable)
    const text = await readUntil(body, 'data: connected')
    const states = [...text.matchAll(/event: backend\ndata: (\w+)\n\n/g)].map(([, state]) => state)
    assert.deepEqual(states, ['disconnected', 'connected'])
  })
})

import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { RequestListener, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { describe, test, type TestContext } from 'node:test'

import { limitsOf, listen } from './http-server.ts'

const maxConnections = 6
const maxBodies = 3

async function open(t: TestContext, trustedProxies = 0) {
  const answer: RequestListener = (request, response) => request.resume().once('end', () => response.end('answered'))
  const limits = { connections: maxConnections, bodies: maxBodies }
  const server = await listen({ host: '127.0.0.1', port: 0, trustedProxies }, () => answer, limits)
  t.after(() => server.close())
  /** A connection from an address of this machine. */
  const connectFrom = async (localAddress: string) => {
    const socket = connect({ port: server.port, host: '127.0.0.1', localAddress }).on('error', () => undefined)
    t.after(() => socket.destroy())
    const accepted = once(server.node, 'connection')
    await Promise.all([once(socket, 'connect'), accepted])
    return socket
  }
  return { node: server.node, connectFrom }
}

/** The answer to bytes on a connection; `undefined` if it is closed instead. */
async function answerTo(socket: Socket, bytes: string): Promise<string | undefined> {
  if (socket.destroyed) return undefined
  const data = once(socket, 'data').then(([answer]) => String(answer))
  const closed = once(socket, 'close').then(() => undefined)
  socket.write(bytes)
  return Promise.race([data, closed]).catch(() => undefined) // The connection was reset.
}

function ask(socket: Socket, forwarded = ''): Promise<string | undefined> {
  return answerTo(socket, `GET / HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${forwarded}\r\n\r\n`)
}

/** The oldest of these connections is lost, at once and not when it is too slow; the others are answered. */
async function expectOldestLost(connections: readonly Socket[], answerOf: (socket: Socket) => Promise<unknown>) {
  const [oldest, ...others] = connections
  assert.ok(oldest)
  assert.equal(await answerOf(oldest), undefined)
  for (const socket of others) assert.match(String(await answerOf(socket)), /answered/)
}

const skip = process.platform !== 'linux' && 'needs the addresses 127.0.0.0/8 of Linux'

describe('listen: when there are too many connections', { skip }, () => {
  test('the network with the most loses its oldest, and a newcomer of another network is answered', async (t) => {
    const { connectFrom } = await open(t)
    const held: Socket[] = []
    for (let count = 0; count < maxConnections; count++) held.push(await connectFrom('127.0.0.2'))
    assert.match((await ask(await connectFrom('127.0.0.3'))) ?? '', /answered/)
    await expectOldestLost(held, ask)
  })

  test('a newcomer of the network with the most takes the place of its oldest', async (t) => {
    const { connectFrom } = await open(t)
    const other = await connectFrom('127.0.0.3')
    const held: Socket[] = []
    for (let count = 1; count < maxConnections; count++) held.push(await connectFrom('127.0.0.2'))
    assert.match((await ask(await connectFrom('127.0.0.2'))) ?? '', /answered/)
    await expectOldestLost([...held, other], ask)
  })

  test('behind a proxy, a connection belongs to the network of the visitor whose request it carries', async (t) => {
    const { connectFrom } = await open(t, 1)
    const visitor = await connectFrom('127.0.0.1')
    assert.match((await ask(visitor, '198.51.100.7')) ?? '', /answered/)
    const held: Socket[] = []
    for (let count = 1; count < maxConnections; count++) {
      const socket = await connectFrom('127.0.0.1')
      assert.match((await ask(socket, '203.0.113.9')) ?? '', /answered/)
      held.push(socket)
    }
    await connectFrom('127.0.0.1')
    await expectOldestLost(held, (socket) => ask(socket, '203.0.113.9'))
    assert.match((await ask(visitor, '198.51.100.7')) ?? '', /answered/)
  })
})

describe('listen: when the bodies of too many requests are arriving', { skip }, () => {
  test('the network with the most loses its oldest, and that of another network is answered', async (t) => {
    const { connectFrom } = await open(t)
    const startBody = async (address: string) => {
      const socket = await connectFrom(address)
      socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n')
      return socket
    }
    const held: Socket[] = []
    for (let count = 0; count < maxBodies; count++) {
      const socket = await startBody('127.0.0.2')
      await once(socket, 'data')
      held.push(socket)
    }
    const other = await startBody('127.0.0.3')
    assert.match(String((await once(other, 'data'))[0]), /100 Continue/)
    await expectOldestLost([...held, other], (socket) => answerTo(socket, '{}'))
  })

  test('one that has arrived makes room', async (t) => {
    const { connectFrom } = await open(t)
    const socket = await connectFrom('127.0.0.2')
    for (let count = 0; count <= maxBodies; count++) {
      socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n')
      await once(socket, 'data')
      socket.write('{}')
      assert.match(String((await once(socket, 'data'))[0]), /answered/)
    }
  })
})

describe('close', () => {
  async function openClosing(t: TestContext, listener: RequestListener) {
    t.mock.timers.enable({ apis: ['setTimeout'] }) // Nothing is ended because it takes too long.
    const server = await listen({ host: '127.0.0.1', port: 0, trustedProxies: 0 }, () => listener)
    const socket = connect(server.port, '127.0.0.1')
    t.after(() => {
      socket.destroy()
      server.node.closeAllConnections()
      server.node.close()
    })
    const requested = once(server.node, 'request')
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    const [, response] = (await requested) as [unknown, ServerResponse]
    return { server, socket, response }
  }

  test('waits for a pending request, and not for its connection', async (t) => {
    const { server, socket, response } = await openClosing(t, () => {})
    const idle = connect(server.port, '127.0.0.1')
    await once(server.node, 'connection')
    const closing = server.close()
    await once(idle.resume(), 'close')
    response.end('answered')
    assert.match(await text(socket), /answered/)
    await closing
  })

  test('waits until an answer that had ended is read', async (t) => {
    const { server, socket } = await openClosing(t, (_, response) => response.end(Buffer.alloc(8_000_000)))
    const closing = server.close()
    const bytes = await buffer(socket)
    assert.ok(bytes.length > 8_000_000)
    await closing
  })
})

test('listen: a request may take 30 seconds to arrive, and its headers ten', async (t) => {
  const { node } = await open(t)
  assert.equal(node.requestTimeout, 30_000)
  assert.equal(node.headersTimeout, 10_000)
})

describe('limitsOf', () => {
  const gib = 1024 ** 3
  const mib = 1024 ** 2
  for (const [memoryBytes, maxOpenFiles, connections, bodies, unreadBytes] of [
    [gib, Infinity, 16_384, 1_365, 128 * mib],
    [gib, 1_024, 768, 1_365, 128 * mib],
    [gib, 30_000, 16_384, 1_365, 128 * mib],
    [gib / 8, 1_024, 768, 170, 16 * mib],
    [gib / 32, 1_024, 512, 42, 4 * mib],
  ] as const) {
    test(`of ${memoryBytes / 1024 ** 2} MiB and ${maxOpenFiles} file descriptors`, () => {
      assert.deepEqual(limitsOf(memoryBytes, maxOpenFiles), { connections, bodies, unreadBytes })
    })
  }

  test('all together leave a quarter of 512 MiB', () => {
    const { connections, bodies, unreadBytes } = limitsOf(512 * mib, Infinity)
    assert.ok(connections * 32 * 1024 + bodies * 96 * 1024 + unreadBytes <= 384 * mib)
  })
})

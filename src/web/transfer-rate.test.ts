import assert from 'node:assert/strict'
import { on, once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { describe, test, type TestContext } from 'node:test'

import { watchTransferRate } from './transfer-rate.ts'

const megabyte = 1_000_000
/** More than the buffers of two sockets. */
const large = Buffer.alloc(20 * megabyte, 'x')
const maxUnreadBytes = 2 * large.length + megabyte

/** A watched server on loopback with a test clock: a megabyte a second, ten seconds of grace. */
async function open(
  t: TestContext,
  listener: RequestListener,
  isExempt: (connection: Socket) => boolean = () => false,
) {
  const clock = { now: 0 }
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const rate = {
    bytesPerSecond: megabyte,
    graceMs: 10_000,
    bodyGraceMs: 5_000,
    sweepMs: 3_600_000,
  }
  const watch = watchTransferRate(server, { isExempt, maxUnreadBytes, rate, now: () => clock.now })
  t.after(() => {
    watch[Symbol.dispose]()
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  /** Sends a request and reads nothing. @returns the reader and the server's response, which has been written. */
  const ask = async () => {
    const answering = once(server, 'request') as Promise<[unknown, ServerResponse]>
    const reader = connect(port, '127.0.0.1').on('error', () => undefined)
    reader.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    const [, response] = await answering
    return { reader, response }
  }
  const passSeconds = (seconds: number) => {
    clock.now += seconds * 1_000
    watch.sweep()
  }
  /** Sends the head of a request with a body, and as many bytes of it. @returns the connection, once the server has it. */
  const send = async (bytes: number) => {
    const asked = once(server, 'request') as Promise<[IncomingMessage]>
    const sender = connect(port, '127.0.0.1').on('error', () => undefined)
    sender.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20000000\r\n\r\n')
    const [request] = await asked
    sender.write(large.subarray(0, bytes))
    return { sender, request }
  }
  return { ask, send, passSeconds }
}

/** Reads until this many bytes have arrived. */
async function read(reader: Socket, bytes: number): Promise<void> {
  let left = bytes
  while (left > 0) {
    const chunk = reader.read() as Buffer | null
    if (chunk === null) await once(reader, 'readable')
    else left -= chunk.length
  }
}

describe('watchTransferRate', () => {
  test('a connection that reads nothing is closed when its time is over, not before', async (t) => {
    const { ask, passSeconds } = await open(t, (_, response) => response.end(large))
    const { reader, response } = await ask()
    const closed = once(response, 'close')
    passSeconds(0)
    passSeconds(30)
    assert.equal(response.destroyed, false)
    passSeconds(1)
    await closed
    assert.equal(response.writableFinished, false)
    reader.destroy()
  })

  test('a connection that reads a little now and then is closed too', async (t) => {
    const { ask, passSeconds } = await open(t, (_, response) => response.end(large))
    const { reader, response } = await ask()
    const closed = once(response, 'close')
    passSeconds(0)
    let seconds = 0
    const isOpen = () => response.socket?.destroyed === false
    while (seconds < 60 && isOpen()) {
      passSeconds(1)
      seconds++
      if (isOpen()) await read(reader, 1_000)
    }
    assert.equal(seconds, 31, 'more than ten seconds, and one for each of 20 megabytes')
    await closed
    assert.equal(response.writableFinished, false)
    reader.destroy()
  })

  test('a connection that has read everything stays open', async (t) => {
    const { ask, passSeconds } = await open(t, (_, response) => response.end(large))
    const { reader, response } = await ask()
    passSeconds(0)
    const finished = once(response, 'finish')
    reader.resume()
    await finished
    passSeconds(1_000)
    passSeconds(1_000)
    assert.equal(reader.destroyed, false)
    reader.destroy()
  })

  test('the allowed time grows with the bytes written', async (t) => {
    const { ask, passSeconds } = await open(t, (_, response) => {
      response.write(large, () => {
        response.write(large)
        response.emit('half')
      })
    })
    const { reader, response } = await ask()
    passSeconds(0)
    await Promise.all([once(response, 'half'), read(reader, large.length)])
    passSeconds(31)
    assert.equal(response.destroyed, false)
    const closed = once(response, 'close')
    passSeconds(20)
    await closed
    reader.destroy()
  })

  test('when too much is unread in total, the longest waiting connections are closed', async (t) => {
    const { ask, passSeconds } = await open(t, (_, response) => response.end(large))
    const readers = []
    for (let count = 0; count < 4; count++) {
      readers.push(await ask())
      passSeconds(1)
    }
    const isClosed = readers.map(({ response }) => response.socket?.destroyed ?? true)
    assert.deepEqual(isClosed, [true, true, false, false])
    for (const { reader } of readers) reader.destroy()
  })

  test('a connection that stops in the middle of a body is closed when its time is over, not before', async (t) => {
    const { send, passSeconds } = await open(t, (request) => request.resume())
    const { sender, request } = await send(megabyte)
    let received = 0
    for await (const [chunk] of on(request, 'data') as AsyncIterable<[Buffer]>) {
      received += chunk.length
      if (received === megabyte) break
    }
    const closed = once(sender, 'close')
    passSeconds(6)
    assert.equal(request.destroyed, false)
    passSeconds(1)
    await closed
  })

  test('a body that the shop does not read is not late', async (t) => {
    const { send, passSeconds } = await open(t, () => undefined)
    const { sender, request } = await send(megabyte)
    await once(request, 'readable')
    passSeconds(1_000)
    assert.equal(request.destroyed, false)
    sender.destroy()
  })

  test('live streams are exempt', async (t) => {
    const { ask, passSeconds } = await open(
      t,
      (_, response) => void response.write(large),
      () => true,
    )
    const { reader, response } = await ask()
    passSeconds(0)
    passSeconds(1_000)
    assert.equal(response.destroyed, false)
    reader.destroy()
  })
})

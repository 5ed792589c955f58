import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { describe, test, type TestContext } from 'node:test'

import { closed } from '../../test/kit/http/closed.ts'
import { limitPipelining } from './listener.ts'

const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'

/** A server whose responses the test sends, and a connection to it. */
async function open(t: TestContext) {
  const mayBeAnswered = limitPipelining()
  const responses: ServerResponse[] = []
  const server = createServer((incoming, response) => {
    if (mayBeAnswered(incoming, response)) responses.push(response)
    server.emit('accepted')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined)
  t.after(() => {
    socket.destroy()
    server.closeAllConnections()
    server.close()
  })
  const receive = async (count: number) => {
    while (responses.length < count) await once(server, 'accepted')
  }
  return { responses, receive, socket: socket.resume() }
}

describe('limitPipelining', () => {
  test('1,000 requests in one packet: three are accepted, then the connection is closed', async (t) => {
    const { responses, socket } = await open(t)
    socket.write(request.repeat(1_000))
    await closed(socket)
    assert.equal(responses.length, 3)
  })

  test('a few requests in one packet are accepted', async (t) => {
    const { responses, receive, socket } = await open(t)
    socket.write(request.repeat(3))
    await receive(3)
    for (const response of responses) response.end()
    await once(responses.at(-1) as ServerResponse, 'close')
    assert.equal(socket.destroyed, false)
  })

  test('a finished request does not count', async (t) => {
    const { responses, receive, socket } = await open(t)
    for (let round = 1; round <= 5; round++) {
      socket.write(request.repeat(3))
      await receive(3 * round)
      for (const response of responses.slice(-3)) response.end()
      await once(responses.at(-1) as ServerResponse, 'close')
    }
    assert.equal(socket.destroyed, false)
  })
})

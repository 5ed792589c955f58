import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, test, type TestContext } from 'node:test'

import { closed } from '../../test/kit/http/closed.ts'
import { listen } from './http-server.ts'

/** Sends a body in chunks. @returns how many bytes arrived; `undefined` if the connection was closed without an answer. */
async function send(t: TestContext, count: number, bytes: number): Promise<number | undefined> {
  const answer: RequestListener = async (request, response) => {
    const body = await text(request).catch(() => '')
    response.setHeader('Connection', 'close').end(`arrived: ${body.length}`)
  }
  const server = await listen({ host: '127.0.0.1', port: 0, trustedProxies: 0 }, () => answer)
  t.after(() => server.close())
  const socket = connect(server.port, '127.0.0.1')
  const parts: Buffer[] = []
  socket.on('data', (part: Buffer) => parts.push(part))
  const chunk = `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`
  socket.write(
    `POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(count)}0\r\n\r\n`,
  )
  await closed(socket)
  const arrived = /arrived: (\d+)/.exec(Buffer.concat(parts).toString())?.[1]
  return arrived === undefined ? undefined : Number(arrived)
}

describe('the body of a request', () => {
  test('in thousands of chunks of one byte ends its connection', async (t) => {
    assert.equal(await send(t, 10_000, 1), undefined)
  })

  test('may arrive in a few tiny chunks, and in many that are larger', async (t) => {
    assert.equal(await send(t, 50, 1), 50)
    assert.equal(await send(t, 2_000, 64), 128_000)
  })
})

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, describe, it } from 'node:test'

import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'

import { limitBody } from './body-limit.ts'

const app = new Hono()
app.onError((error, c) => c.text(error.message, 413))
app.use(
  limitBody(10, () => {
    throw new Error('too large')
  }),
)
app.all('*', async (c) => c.text(`${c.req.method} ${await c.req.text()}`))
const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false })).listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
after(() => void server.close())

/** Of unknown length when it comes in pieces. */
async function send(method: string, pieces: readonly string[], headers = {}): Promise<[number | undefined, string]> {
  const sending = request({ port, method, headers, agent: false })
  for (const piece of pieces) sending.write(piece)
  sending.end()
  const [answer] = await once(sending, 'response')
  return [answer.statusCode, await text(answer)]
}

describe('a body', () => {
  for (const method of ['GET', 'POST', 'DELETE', 'PATCH']) {
    it(`need not be there: ${method}`, async () => {
      const answer = await send(method, [])
      assert.deepEqual(answer, [200, `${method} `])
    })
  }

  it('is read when it is small, of known length or not', async () => {
    assert.deepEqual(await send('POST', ['12345'], { 'Content-Length': 5 }), [200, 'POST 12345'])
    assert.deepEqual(await send('POST', ['12345', '67890']), [200, 'POST 1234567890'])
    assert.deepEqual(await send('DELETE', ['12'], { 'Transfer-Encoding': 'chunked' }), [200, 'DELETE 12'])
  })

  it('is refused when it is large, of known length or not', async () => {
    assert.deepEqual(await send('POST', ['12345678901'], { 'Content-Length': 11 }), [413, 'too large'])
    assert.deepEqual(await send('POST', ['12345', '678901']), [413, 'too large'])
  })
})

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it, type TestContext } from 'node:test'

import { noFields } from '../../src/domain/item-fields.ts'
import { Client } from './client.ts'

const item = {
  ...noFields,
  title: 'Beanie',
  photos: ['0123456789abcdef0123456789abcdef'],
}

async function answering(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('client of the demo', () => {
  it('addItem: signs up once, and retries after Retry-After', async (t) => {
    const asked: string[] = []
    const origin = await answering(t, (request, response) => {
      asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`.trim())
      const isSecondAdding = asked.filter((line) => line.startsWith('POST /api/items')).length === 2
      response.writeHead(isSecondAdding ? 429 : 200, { 'retry-after': '0' }).end('{"idToken":"token"}')
    })
    const client = new Client(origin)
    await client.addItem(item)
    await client.addItem(item)
    const adding = 'POST /api/items Bearer token'
    const signingUp = 'POST /identitytoolkit.googleapis.com/v1/accounts:signUp?key=demo'
    assert.deepEqual(asked, [signingUp, adding, adding, adding])
  })

  it('mayAdd: asks with the visitor’s ID token', async (t) => {
    let answers = [{ idToken: 'token' }, { mayAdd: true }, { mayAdd: false }]
    const asked: string[] = []
    const origin = await answering(t, (request, response) => {
      asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`.trim())
      const [answer, ...others] = answers
      answers = others
      response.end(JSON.stringify(answer))
    })
    const client = new Client(origin)
    assert.deepEqual([await client.mayAdd(), await client.mayAdd()], [true, false])
    assert.deepEqual(asked.slice(1), ['GET /api/me Bearer token', 'GET /api/me Bearer token'])
  })

  it('countItems: a refusal has the message of the shop', async (t) => {
    const origin = await answering(t, (_, response) => {
      response.writeHead(503).end('{"error":{"code":"storage-unavailable","message":"The disk is full."}}')
    })
    await assert.rejects(new Client(origin).countItems(), { message: 'The shop answered 503: The disk is full.' })
  })

  it('countItems: refuses anything that is not a shop', async (t) => {
    const other = await answering(t, (_, response) => response.end('<h1>Hello</h1>'))
    await assert.rejects(new Client(other).countItems(), /with something other than JSON/)
    const empty = await answering(t, (_, response) => response.end('{}'))
    await assert.rejects(new Client(empty).countItems(), /does not answer as a shop does/)
    await assert.rejects(new Client('http://127.0.0.1:1').countItems(), /cannot be reached/)
  })
})

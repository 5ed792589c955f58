import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'

import { closed } from '../kit/http/closed.ts'
import { openHostedShop } from '../kit/shop/hosted-shop.ts'

const shop = await openHostedShop()
after(() => shop[Symbol.asyncDispose]())

test('pipelining: of ten connections with 1,000 requests each, at most three requests each are processed', async () => {
  const askForMany = async () => {
    const socket = connect(Number(new URL(shop.url).port), 'localhost')
    socket.resume().write('GET /api/items HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(1_000))
    await closed(socket)
  }
  await Promise.all(Array.from({ length: 10 }, askForMany))
  const later = '/api/items/later'
  assert.equal((await fetch(shop.url + later)).status, 404)
  while (!shop.output().includes(`"path":"${later}"`)) await shop.nextOutput()
  const { length } = shop.output().match(/"path":"\/api\/items"/g) ?? []
  assert.ok(length > 0 && length <= 10 * 3, `${length} requests`)
})

test('HTTP/1.0 with Transfer-Encoding: the connection is closed after the response, whatever the client asks for', async () => {
  const socket = connect(Number(new URL(shop.url).port), 'localhost')
  const head =
    'POST /api/claim HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n'
  socket.write(`${head}2\r\n{}\r\n0\r\n\r\n`)
  const answer = String(await buffer(socket))
  assert.match(answer, /^HTTP\/1\.1 400 /)
  assert.match(answer, /\r\nConnection: close\r\n/i)
})

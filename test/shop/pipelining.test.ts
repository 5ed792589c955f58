import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, test } from 'node:test'

import { startShop } from '../kit/shop/shop-process.ts'

const shop = await startShop()
after(() => shop.stop())

test('pipelining: of ten connections with 1,000 requests each, at most three requests each are processed', async () => {
  const askForMany = async () => {
    const socket = connect(Number(new URL(shop.url).port), 'localhost').on('error', () => undefined)
    socket.resume().write('GET /share.jpg HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(1_000))
    await once(socket, 'close')
  }
  await Promise.all(Array.from({ length: 10 }, askForMany))
  assert.equal((await fetch(`${shop.url}/healthz`)).status, 200)
  const logged = shop.output().match(/"path":"\/share\.jpg"/g) ?? []
  assert.ok(logged.length <= 10 * 3, `${logged.length} requests`)
})

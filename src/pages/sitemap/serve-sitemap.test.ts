import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { test } from 'node:test'

import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'

import type { Bindings } from '../../web/bindings.ts'
import { noteClientAddress } from '../../web/middleware/client-address.ts'
import { compressText } from './compressed-file.ts'
import { serveSitemap } from './serve-sitemap.ts'

/** More than the buffers of two sockets. */
const large = 'x'.repeat(20_000_000)

test('serveSitemap: when too many clients without gzip read nothing, the network with the most loses its oldest', async (t) => {
  const files = new Map([['/sitemap.xml', await compressText([large])]])
  const app = new Hono<Bindings>().use(noteClientAddress(1))
  app.get(
    '*',
    serveSitemap(() => Promise.resolve(files), {}),
  )
  const server = createServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const sockets: Socket[] = []
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  /** @returns the server's side of a connection whose client reads the beginning of the sitemap. */
  const readBeginning = async (address: string) => {
    const connected = once(server, 'connection') as Promise<[Socket]>
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    sockets.push(socket)
    socket.write(`GET /sitemap.xml HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\n\r\n`)
    await once(socket, 'readable')
    const [connection] = await connected
    return connection
  }
  const held: Socket[] = []
  for (let count = 0; count < 16; count++) held.push(await readBeginning('203.0.113.7'))
  assert.ok(held.every(({ destroyed }) => !destroyed))
  const headers = { 'X-Forwarded-For': '198.51.100.9', 'Accept-Encoding': 'identity' }
  for (let count = 0; count < 2; count++) {
    const answer = await fetch(`http://127.0.0.1:${port}/sitemap.xml`, { headers })
    assert.equal((await answer.text()).length, large.length)
  }
  const isClosed = held.map(({ destroyed }) => destroyed)
  assert.deepEqual(isClosed, [true, ...Array<boolean>(15).fill(false)])
})

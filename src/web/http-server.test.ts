import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { connect } from 'node:net'
import { test } from 'node:test'

import { listen } from './http-server.ts'

test('listen: connections leave a quarter of the file descriptors to files; one more is closed, the others stay open', async (t) => {
  const answer: RequestListener = (_, response) => response.end('answered')
  const server = await listen({ host: '127.0.0.1', port: 0 }, () => answer, 8)
  t.after(() => server.close())
  const open = async () => {
    const socket = connect(server.port, '127.0.0.1').on('error', () => undefined)
    t.after(() => socket.destroy())
    await once(socket, 'connect')
    return socket
  }
  const sockets = []
  for (let count = 0; count < 6; count++) sockets.push(await open())
  const dropped = once(server.node, 'drop')
  await once(await open(), 'close')
  await dropped
  for (const socket of sockets) {
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    assert.match(String((await once(socket, 'data'))[0]), /answered/)
  }
})

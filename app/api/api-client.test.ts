import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'

import { sendRequest } from './api-client.ts'

test(
  'sendRequest: a request ends when its signal is aborted, before or while it is sent',
  { timeout: 10_000 },
  async (t) => {
    const server = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.after(() => {
      server.closeAllConnections()
      server.close()
    })
    const path = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    await assert.rejects(sendRequest({ method: 'GET', path, signal: AbortSignal.abort() }))

    const removed = new AbortController()
    const arrived = once(server, 'request')
    const sent = assert.rejects(sendRequest({ method: 'GET', path, signal: removed.signal }))
    await arrived
    removed.abort()
    await sent
  },
)

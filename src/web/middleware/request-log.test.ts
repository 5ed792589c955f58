import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'

import { getRequestListener } from '@hono/node-server'
import { createRateLimiter } from '@stockinette/rate-limit/rate-limits.ts'
import { Hono } from 'hono'
import { pino } from 'pino'

import type { Bindings } from '../bindings.ts'
import { noteClientAddress } from './client-address.ts'
import { logRequests } from './request-log.ts'

test('logRequests: a flood of requests is logged with a limit; the next line has the number of omitted ones', async (t) => {
  const lines: { path: string; leftOut?: number }[] = []
  const log = pino({}, { write: (line) => lines.push(JSON.parse(line) as (typeof lines)[number]) })
  const clock = { now: 0 }
  const limiter = createRateLimiter({ burst: 10, everySeconds: 1 }, () => clock.now)
  const app = new Hono<Bindings>()
    .use(noteClientAddress(0))
    .use(logRequests({ log, lines: limiter }))
    .get('*', (context) => context.text('answered'))
  const server = createServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const ask = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text()
  for (let count = 0; count < 50; count++) await ask('/flood')
  assert.equal(lines.length, 10)
  // A line is written after its response has been read.
  for (let count = 0; count < 10 && lines.length === 10; count++) {
    clock.now += 1_000
    await ask('/next')
  }
  assert.ok((lines[10]?.leftOut ?? 0) >= 39, `the first line after the flood: ${JSON.stringify(lines[10])}`)
})

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test, type TestContext } from 'node:test'
import { setImmediate } from 'node:timers/promises'

import { getRequestListener } from '@hono/node-server'
import { Hono, type Context } from 'hono'

import { sendHalf } from '../../../test/kit/http/half-sent-request.ts'
import type { Bindings } from '../bindings.ts'
import { checkAroundBody, readJson } from './read-body.ts'

describe('checkAroundBody', () => {
  test('checks again when the body arrived after the first check, even if before it was read', async (t) => {
    const checked = Promise.withResolvers<void>()
    const checks: string[] = []
    const url = await listen(t, async (context) => {
      await body.check(context)
      checked.resolve()
      await arrive(context)
      return context.json(await body.read(context, () => readJson(context)))
    })
    const body = checkAroundBody(async () => checks.push('check'))
    const half = await sendHalf(url, request)
    await checked.promise
    assert.equal(await half.finish(), 200)
    assert.equal(checks.length, 2)
  })

  test('checks once when the body was there before the first check', async (t) => {
    const checks: string[] = []
    const url = await listen(t, async (context) => {
      await arrive(context)
      await body.check(context)
      return context.json(await body.read(context, () => readJson(context)))
    })
    const body = checkAroundBody(async () => checks.push('check'))
    assert.equal(await (await sendHalf(url, request)).finish(), 200)
    assert.equal(checks.length, 1)
  })
})

const request = { method: 'POST', path: '/', headers: {}, body: '{"title":"Scarf"}' }

/** Resolves once the whole body has arrived, although nobody has read it. */
async function arrive(context: Context<Bindings>): Promise<void> {
  while (!context.env.incoming.complete) await setImmediate()
}

async function listen(t: TestContext, answer: (context: Context<Bindings>) => Promise<Response>): Promise<string> {
  const app = new Hono<Bindings>().post('/', answer)
  const server = createServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

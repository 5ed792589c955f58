import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { Hono } from 'hono'
import { pino } from 'pino'

import type { Bindings } from '../bindings.ts'
import { warnOfUnknownAddresses } from './proxy-warning.ts'

/** The warnings that requests with these headers cause, in turn. */
async function warningsAfter(trustedProxies: number, requests: readonly Record<string, string>[]): Promise<string[]> {
  const lines: string[] = []
  const log = pino({}, { write: (line) => void lines.push((JSON.parse(line) as { msg: string }).msg) })
  const app = new Hono<Bindings>()
    .use(warnOfUnknownAddresses({ log, trustedProxies }))
    .get('/', (context) => context.text('answered'))
  for (const headers of requests) {
    const incoming = { headers: { 'x-forwarded-for': headers['X-Forwarded-For'] } }
    assert.equal(await (await app.request('/', { headers }, { incoming })).text(), 'answered')
  }
  return lines
}

describe('warnOfUnknownAddresses', () => {
  const forwarded = { 'X-Forwarded-For': '203.0.113.7' }
  for (const [what, header, headers] of [
    ['X-Forwarded-For', /^A request had X-Forwarded-For, .* set SHOP_TRUST_PROXY=1/, forwarded],
    ['Forwarded', /^A request had Forwarded, .* set SHOP_TRUST_PROXY=1/, { Forwarded: 'for=203.0.113.7' }],
  ] as const) {
    test(`warns once of ${what} when no proxy is trusted`, async () => {
      const warnings = await warningsAfter(0, [{}, headers, headers, forwarded])
      assert.equal(warnings.length, 1)
      assert.match(warnings[0] ?? '', header)
    })
  }

  test('warns once of a trusted proxy that sends no address', async () => {
    const unnamed = { 'X-Forwarded-For': '203.0.113.7, unknown' }
    const warnings = await warningsAfter(1, [forwarded, unnamed, unnamed])
    assert.equal(warnings.length, 1)
    assert.match(warnings[0] ?? '', /^The X-Forwarded-For of a request has no IP address at place 1 from its end/)
  })

  test('warns neither without such a header nor when a trusted proxy sends an address', async () => {
    assert.deepEqual(await warningsAfter(0, [{}, { 'X-Real-IP': '203.0.113.7' }]), [])
    assert.deepEqual(await warningsAfter(1, [forwarded, forwarded]), [])
  })
})

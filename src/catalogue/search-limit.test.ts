import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import type { Context } from 'hono'

import type { Bindings } from '../web/bindings.ts'
import { createLimits } from '../web/shop-limits.ts'
import { createSearchLimit } from './search-limit.ts'

/** What a limit reads of a request. */
const contextOf = (remoteAddress: string) =>
  ({
    env: { incoming: { socket: { remoteAddress } } },
    req: { header: () => undefined },
  }) as unknown as Context<Bindings>

function open({ isIndexed = true } = {}) {
  const limits = createLimits({ enabled: true, now: () => 0 })
  const limitSearch = createSearchLimit({ store: { isIndexed: () => isIndexed }, limits, trustedProxies: 0 })
  const { promise, resolve } = Promise.withResolvers<void>()
  const running = { now: 0, most: 0 }
  const task = async () => {
    running.most = Math.max(running.most, ++running.now)
    await promise
    running.now--
  }
  let client = 0
  const start = (count: number) =>
    Promise.allSettled(Array.from({ length: count }, () => limitSearch(contextOf(`203.0.113.${client++}`), task)))
  return { limitSearch, running, start, finish: resolve }
}

const busyOnes = (settled: readonly PromiseSettledResult<void>[]) =>
  settled.filter((one) => one.status === 'rejected' && (one.reason as { code: string }).code === 'shop-busy')

describe('createSearchLimit', () => {
  test('two searches run at a time, twenty wait, and more are refused', async () => {
    const { running, start, finish } = open()
    const all = start(30)
    finish()
    const settled = await all
    assert.equal(running.most, 2)
    assert.equal(busyOnes(settled).length, 8)
    assert.equal(busyOnes(await start(22)).length, 0)
  })

  test('more wait until the index is filled, as they occupy nothing', async () => {
    const { running, start, finish } = open({ isIndexed: false })
    const all = start(200)
    finish()
    assert.equal(busyOnes(await all).length, 0)
    assert.equal(running.most, 32)
  })

  test('half of the queue is for one network, and searches that end make room', async () => {
    const { limitSearch, start, finish } = open()
    const { promise, resolve } = Promise.withResolvers<void>()
    const ofOne = async (count: number) =>
      Promise.allSettled(
        Array.from({ length: count }, (_, host) =>
          limitSearch(contextOf(`2001:db8:7:${host}::1`), async () => promise),
        ),
      )
    const many = ofOne(40)
    const others = start(11)
    resolve()
    finish()
    assert.equal(busyOnes(await many).length, 29)
    assert.equal(busyOnes(await others).length, 0)
    assert.equal(busyOnes(await ofOne(11)).length, 0)
  })

  test('a client that has used up its searches is refused, and runs nothing', async () => {
    const { limitSearch } = open()
    const one = contextOf('203.0.113.7')
    for (let count = 0; count < 300; count++) await limitSearch(one, async () => undefined)
    await assert.rejects(
      limitSearch(one, async () => assert.fail('it ran')),
      { code: 'shop-busy', retryAfterSeconds: 1 },
    )
    await limitSearch(contextOf('203.0.113.8'), async () => undefined)
  })
})

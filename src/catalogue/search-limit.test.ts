import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { toAddress } from '@stockinette/rate-limit/address.ts'
import type { Context } from 'hono'

import type { Bindings } from '../web/bindings.ts'
import { createLimits } from '../web/shop-limits.ts'
import { createSearchLimit } from './search-limit.ts'

/** What a limit reads of a request. */
const contextOf = (remoteAddress: string) => ({ get: () => toAddress(remoteAddress) }) as unknown as Context<Bindings>

function open({ isIndexed = true } = {}) {
  const limits = createLimits({ enabled: true, now: () => 0 })
  const limitSearch = createSearchLimit({ search: { isIndexed: () => isIndexed }, limits })
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  const running = { now: 0, most: 0 }
  const task = async () => {
    running.now += 1
    running.most = Math.max(running.most, running.now)
    await finished
    running.now -= 1
  }
  let clients = 0
  /** Starts searches, each of another client. */
  const start = (count: number) => {
    const first = clients
    clients += count
    return Promise.allSettled(
      Array.from({ length: count }, (_, index) => limitSearch(contextOf(`203.0.113.${first + index}`), task)),
    )
  }
  return { limits, limitSearch, running, start, finish }
}

const busyOnes = (settled: readonly PromiseSettledResult<void>[]) =>
  settled.filter((one) => one.status === 'rejected' && (one.reason as { code: string }).code === 'shop-busy')

describe('createSearchLimit', () => {
  test('one search runs at a time, twenty wait, and more are refused', async () => {
    const { running, start, finish } = open()
    const all = start(30)
    finish()
    const settled = await all
    assert.equal(running.most, 1)
    assert.equal(busyOnes(settled).length, 9)
    assert.equal(busyOnes(await start(20)).length, 0)
  })

  test('more wait until the index is filled, as they occupy nothing', async () => {
    const { running, start, finish } = open({ isIndexed: false })
    const all = start(200)
    finish()
    assert.equal(busyOnes(await all).length, 0)
    assert.equal(running.most, 32)
  })

  test('a network that fills the queue makes room for others', async () => {
    const { limitSearch, start, finish } = open()
    const { promise, resolve } = Promise.withResolvers<void>()
    const ofOne = Promise.allSettled(
      Array.from({ length: 40 }, (_, host) => limitSearch(contextOf(`2001:db8:7:${host}::1`), async () => promise)),
    )
    const others = start(11)
    resolve()
    finish()
    assert.equal(busyOnes(await ofOne).length, 30)
    assert.equal(busyOnes(await others).length, 0)
  })

  test('a client is charged for the time of its searches, and refused once it has used up its time', async () => {
    const { limits, limitSearch } = open()
    const address = toAddress('203.0.113.7')
    await limitSearch(contextOf(address), async () => {
      const before = process.threadCpuUsage()
      while (process.threadCpuUsage(before).user < 20_000);
    })
    limits.searches.spend(address, 2_985) // Of 3,000: it is used up only if the search was charged, too.
    await assert.rejects(
      limitSearch(contextOf(address), async () => assert.fail('it ran')),
      { code: 'shop-busy' }, // How long to wait depends on the processor time that the search has really taken.
    )
    await limitSearch(contextOf('203.0.113.8'), async () => undefined)
  })
})

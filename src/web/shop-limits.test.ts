import assert from 'node:assert/strict'
import { test } from 'node:test'

import { toAddress, type Address } from '@stockinette/rate-limit/address.ts'

import { createLimits, type Limits } from './shop-limits.ts'

const home = toAddress('203.0.113.7')

/** A clock that stands still, and a secret with which none of these tests' keys share a count. */
const stopped = { enabled: true, now: () => 0, secret: 'secret' }

/** How often an action succeeds before it is refused, and the error. */
async function countUntilRefused(act: () => Promise<void>): Promise<{ count: number; refusal: unknown }> {
  for (let count = 0; count < 100_000; count++) {
    try {
      await act()
    } catch (refusal) {
      return { count, refusal }
    }
  }
  assert.fail('never refused')
}

test('addItem: an account is limited and gets a Retry-After', async () => {
  const limits = createLimits(stopped)
  const { count, refusal } = await countUntilRefused(() => limits.addItem('one', home))
  assert.equal(count, 120)
  const { code, retryAfterSeconds } = refusal as { code: string; retryAfterSeconds: number }
  assert.equal(code, 'too-many-requests')
  assert.ok(retryAfterSeconds > 0 && retryAfterSeconds <= 3_600)
})

test('addItem: another account at the same address is not affected', async () => {
  const limits = createLimits(stopped)
  await countUntilRefused(() => limits.addItem('one', home))
  await limits.addItem('two', home)
})

test('addItem: many accounts at one address share a higher limit', async () => {
  const limits = createLimits(stopped)
  let account = 0
  const { count } = await countUntilRefused(() => limits.addItem(String(account++), home))
  assert.equal(count, 1_200)
})

test('addItem: a repeated idempotency key counts once, also above the limit', async () => {
  const limits = createLimits(stopped)
  for (let n = 0; n < 10; n++) await limits.addItem('one', home, 'a key')
  await limits.addItem('one', home, 'another key')
  const { count } = await countUntilRefused(() => limits.addItem('one', home))
  assert.equal(count, 118)
  await limits.addItem('one', home, 'another key')
  await assert.rejects(limits.addItem('one', home, 'a third key'), { code: 'too-many-requests' })
})

test('addItem: more than ten attempts with one key count', async () => {
  const limits = createLimits(stopped)
  const { count } = await countUntilRefused(() => limits.addItem('one', home, 'a key'))
  assert.equal(count, 10 + 119)
})

test('attempt: limited by account and by address to ten times the items', async () => {
  const limits = createLimits(stopped)
  assert.equal((await countUntilRefused(() => limits.attempt('one', home))).count, 1_200)
  // One of these accounts may share its counter with the limited one.
  const ofAddress = createLimits(stopped)
  let account = 0
  const { count } = await countUntilRefused(() => ofAddress.attempt(String(account++), toAddress('203.0.113.8')))
  assert.equal(count, 12_000)
})

test('signOutEverywhere: limited by account', async () => {
  const limits = createLimits(stopped)
  assert.equal((await countUntilRefused(() => limits.signOutEverywhere('one'))).count, 30)
  await limits.signOutEverywhere('two')
})

test('readUnknownItem: limited to 120 a minute by address and 50 a second in total', async () => {
  let now = 0
  const limits = createLimits({ ...stopped, now: () => now })
  let network = 0
  const { count, refusal } = await countUntilRefused(() => limits.readUnknownItem(toAddress(`198.51.100.${network++}`)))
  assert.equal(count, 50)
  const { code, retryAfterSeconds } = refusal as { code: string; retryAfterSeconds: number }
  assert.deepEqual([code, retryAfterSeconds], ['shop-busy', 1])
  now += 1_000
  assert.equal((await countUntilRefused(() => limits.readUnknownItem(home))).count, 50)
  now += 1_000
  assert.equal((await countUntilRefused(() => limits.readUnknownItem(home))).count, 50)
  now += 1_000
  assert.equal((await countUntilRefused(() => limits.readUnknownItem(home))).count, 24, 'one every half second')
})

test('readUnknownItem: an IPv6 /48 leaves most of the total to others', async () => {
  let now = 0
  const limits = createLimits({ ...stopped, now: () => now })
  let refused = 0
  for (let network = 0; network < 6_000; network++, now += 5) {
    await limits.readUnknownItem(toAddress(`2001:db8:1:${network.toString(16)}::`)).catch(() => undefined)
    const isAsked = now % 1_000 === 500 && now > 5_000
    if (isAsked) await limits.readUnknownItem(home).catch(() => refused++)
  }
  assert.equal(refused, 0)
})

/** How many milliseconds of searches a client gets, ten at a time. */
function searchMsOf({ searches }: Limits, nextAddress: () => Address): number {
  for (let ms = 0; ms < 100_000; ms += 10) {
    const address = nextAddress()
    try {
      searches.requireCredit(address)
    } catch (error) {
      assert.equal((error as { code: string }).code, 'shop-busy')
      return ms
    }
    searches.spend(address, 10)
  }
  assert.fail('never refused')
}

test('searches: three seconds at once and a tenth of the time by address, other addresses are not affected', () => {
  let now = 0
  const limits = createLimits({ ...stopped, now: () => now })
  assert.equal(
    searchMsOf(limits, () => home),
    3_000,
  )
  limits.searches.requireCredit(toAddress('203.0.113.8'))
  now += 10_000
  assert.equal(
    searchMsOf(limits, () => home),
    1_000,
  )
})

test('searches: one that takes longer than what is left is charged, too', () => {
  let now = 0
  const { searches } = createLimits({ ...stopped, now: () => now })
  searches.spend(home, 4_000)
  now += 10_000
  assert.throws(() => searches.requireCredit(home), { code: 'shop-busy', retryAfterSeconds: 1 })
  now += 10
  searches.requireCredit(home)
})

test('searches: an IPv6 /64 counts as one address, and a /48 as two', () => {
  let host = 0
  assert.equal(
    searchMsOf(createLimits(stopped), () => toAddress(`2001:db8:1:2::${(host++).toString(16)}`)),
    3_000,
  )
  // One of these networks may share its count with one that has none left, so that each case has limits of its own.
  const limits = createLimits(stopped)
  let network = 0
  assert.equal(
    searchMsOf(limits, () => toAddress(`2001:db8:2:${(network++).toString(16)}::`)),
    6_000,
  )
  limits.searches.requireCredit(toAddress('2001:db8:3::1'))
})

test('addPhoto: limited by account and by address', async () => {
  const limits = createLimits(stopped)
  const { count } = await countUntilRefused(() => limits.addPhoto('one', home))
  assert.equal(count, 300)
  await limits.addPhoto('two', home)
})

test('limits: changes of the wall clock have no effect', async (t) => {
  const dayMs = 86_400_000
  t.mock.timers.enable({ apis: ['Date'], now: 10 * dayMs })
  const limits = createLimits({ enabled: true })
  await countUntilRefused(() => limits.addItem('one', home))
  t.mock.timers.setTime(12 * dayMs)
  await assert.rejects(limits.addItem('one', home))
  t.mock.timers.setTime(5 * dayMs)
  await limits.addItem('two', home)
  const { refusal } = await countUntilRefused(() => limits.addItem('two', home))
  assert.ok((refusal as { retryAfterSeconds: number }).retryAfterSeconds <= 3_600)
})

test('limits: no limits when disabled', async () => {
  const { requestLines, searches, missingPhotos, ...actions } = createLimits({ enabled: false })
  for (const { spend, requireCredit } of [searches, missingPhotos]) {
    spend(home, 1_000_000)
    requireCredit(home)
  }
  for (let n = 0; n < 13_000; n++) assert.equal(requestLines.take(''), 0)
  for (const [name, act] of Object.entries(actions) as [string, (...words: string[]) => Promise<void>][]) {
    for (let n = 0; n < 13_000; n++) await assert.doesNotReject(act('one', home, 'a key'), name)
  }
})

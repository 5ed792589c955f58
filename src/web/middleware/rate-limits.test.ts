import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createLimits } from './rate-limits.ts'

/** How often something may be done before it is refused, and the refusal. */
async function countUntilRefused(act: () => Promise<void>): Promise<{ count: number; refusal: unknown }> {
  for (let count = 0; count < 100_000; count++) {
    try {
      await act()
    } catch (refusal) {
      return { count, refusal }
    }
  }
  assert.fail('it is never refused')
}

test('an account that adds item after item is asked to wait, and told how long', async () => {
  const limits = createLimits({ enabled: true, now: () => 0 })
  const { count, refusal } = await countUntilRefused(() => limits.addItem('one', '203.0.113.7'))
  assert.equal(count, 120)
  const { code, retryAfterSeconds } = refusal as { code: string; retryAfterSeconds: number }
  assert.equal(code, 'too-many-requests')
  assert.ok(retryAfterSeconds > 0 && retryAfterSeconds <= 3_600)
})

test('another account at the same address goes on', async () => {
  const limits = createLimits({ enabled: true, now: () => 0 })
  await countUntilRefused(() => limits.addItem('one', '203.0.113.7'))
  await limits.addItem('two', '203.0.113.7')
})

test('many accounts at one address are limited together in the end', async () => {
  const limits = createLimits({ enabled: true, now: () => 0 })
  let account = 0
  const { count } = await countUntilRefused(() => limits.addItem(String(account++), '203.0.113.7'))
  assert.equal(count, 1_200)
})

test('an attempt with a known key is counted once, also when nothing more may be added', async () => {
  const limits = createLimits({ enabled: true, now: () => 0 })
  for (let n = 0; n < 10; n++) await limits.addItem('one', '203.0.113.7', 'a key')
  await limits.addItem('one', '203.0.113.7', 'another key')
  const { count } = await countUntilRefused(() => limits.addItem('one', '203.0.113.7'))
  assert.equal(count, 118)
  await limits.addItem('one', '203.0.113.7', 'another key')
  await assert.rejects(limits.addItem('one', '203.0.113.7', 'a third key'), { code: 'too-many-requests' })
})

test('attempts with a known key are counted above ten', async () => {
  const limits = createLimits({ enabled: true, now: () => 0 })
  const { count } = await countUntilRefused(() => limits.addItem('one', '203.0.113.7', 'a key'))
  assert.equal(count, 10 + 119)
})

test('attempts are limited by account and by address to ten times as many as added items', async () => {
  const limits = createLimits({ enabled: true, now: () => 0 })
  assert.equal((await countUntilRefused(() => limits.attempt('one', '203.0.113.7'))).count, 1_200)
  // One of so many accounts may share its count with the one that has used up its own.
  const ofAddress = createLimits({ enabled: true, now: () => 0 })
  let account = 0
  const { count } = await countUntilRefused(() => ofAddress.attempt(String(account++), '203.0.113.8'))
  assert.equal(count, 12_000)
})

test('sign-ups are limited by address', async () => {
  const limits = createLimits({ enabled: true, now: () => 0 })
  const { count } = await countUntilRefused(() => limits.signUp('203.0.113.7'))
  assert.equal(count, 300)
  await limits.signUp('203.0.113.8')
})

test('sign-ups from many networks of one IPv6 /48 are limited together', async () => {
  const limits = createLimits({ enabled: true, now: () => 0 })
  let network = 0
  const signUp = () => limits.signUp(`2001:db8:0:${(network++ % 0x1_00_00).toString(16)}::1`)
  assert.equal((await countUntilRefused(signUp)).count, 1_500, 'half of the ceiling: others can still sign up')
  await limits.signUp('203.0.113.7')
  const oneSmall = createLimits({ enabled: true, now: () => 0 })
  const { count } = await countUntilRefused(() => oneSmall.signUp(`2001:db8:0:${(network++ % 0x1_00).toString(16)}::1`))
  assert.equal(count, 1_200, 'four times the allowance of one network')
})

test('sign-ups from everywhere are limited to 3,000 at once', async () => {
  const limits = createLimits({ enabled: true, now: () => 0 })
  let network = 0
  const { count } = await countUntilRefused(() => limits.signUp(`198.51.${network >> 8}.${network++ & 255}`))
  assert.equal(count, 3_000)
})

test('a person who waits as long as is asked may go on, and after an hour as at first', async () => {
  let now = 0
  const limits = createLimits({ enabled: true, now: () => now })
  const { refusal } = await countUntilRefused(() => limits.signUp('203.0.113.7'))
  assert.equal((refusal as { retryAfterSeconds: number }).retryAfterSeconds, 12)
  now += 11_000
  await assert.rejects(limits.signUp('203.0.113.7'), { code: 'too-many-requests', retryAfterSeconds: 1 })
  now += 1_000
  assert.equal((await countUntilRefused(() => limits.signUp('203.0.113.7'))).count, 1)
  now += 3_600_000
  assert.equal((await countUntilRefused(() => limits.signUp('203.0.113.7'))).count, 300)
})

test('other addresses, however many, do not reset the count of one', async () => {
  const limits = createLimits({ enabled: true, now: () => 0 })
  await countUntilRefused(() => limits.signInElsewhere('203.0.113.7'))
  for (let n = 0; n < 100_000; n++) {
    await Promise.allSettled([limits.signInElsewhere(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`)])
  }
  await assert.rejects(limits.signInElsewhere('203.0.113.7'), { code: 'too-many-requests' })
})

test('ending all sessions is limited by account', async () => {
  const limits = createLimits({ enabled: true, now: () => 0 })
  assert.equal((await countUntilRefused(() => limits.signOutEverywhere('one'))).count, 30)
  await limits.signOutEverywhere('two')
})

test('looking up unknown items is limited to 120 a minute for an address and 50 a second for the shop', async () => {
  let now = 0
  const limits = createLimits({ enabled: true, now: () => now })
  let network = 0
  const { count, refusal } = await countUntilRefused(() => limits.readUnknownItem(`198.51.100.${network++}`))
  assert.equal(count, 50)
  const { code, retryAfterSeconds } = refusal as { code: string; retryAfterSeconds: number }
  assert.deepEqual([code, retryAfterSeconds], ['shop-busy', 1])
  now += 1_000
  assert.equal((await countUntilRefused(() => limits.readUnknownItem('203.0.113.7'))).count, 50)
  now += 1_000
  assert.equal((await countUntilRefused(() => limits.readUnknownItem('203.0.113.7'))).count, 50)
  now += 1_000
  assert.equal(
    (await countUntilRefused(() => limits.readUnknownItem('203.0.113.7'))).count,
    24,
    'one every half second',
  )
})

test('looking up unknown items from all of an IPv6 /48 leaves most of the allowance of the shop to others', async () => {
  let now = 0
  const limits = createLimits({ enabled: true, now: () => now })
  let refused = 0
  for (let network = 0; network < 6_000; network++, now += 5) {
    await limits.readUnknownItem(`2001:db8:1:${network.toString(16)}::`).catch(() => undefined)
    const isAsked = now % 1_000 === 500 && now > 5_000
    if (isAsked) await limits.readUnknownItem('203.0.113.7').catch(() => refused++)
  }
  assert.equal(refused, 0)
})

test('photos are limited by account, and by address in the end', async () => {
  const limits = createLimits({ enabled: true, now: () => 0 })
  const { count } = await countUntilRefused(() => limits.addPhoto('one', '203.0.113.7'))
  assert.equal(count, 300)
  await limits.addPhoto('two', '203.0.113.7')
})

test('a wall clock that is set forward or back changes no count', async (t) => {
  const dayMs = 86_400_000
  t.mock.timers.enable({ apis: ['Date'], now: 10 * dayMs })
  const limits = createLimits({ enabled: true })
  await countUntilRefused(() => limits.addItem('one', '203.0.113.7'))
  t.mock.timers.setTime(12 * dayMs)
  await assert.rejects(limits.addItem('one', '203.0.113.7'))
  t.mock.timers.setTime(5 * dayMs)
  await limits.addItem('two', '203.0.113.7')
  const { refusal } = await countUntilRefused(() => limits.addItem('two', '203.0.113.7'))
  assert.ok((refusal as { retryAfterSeconds: number }).retryAfterSeconds <= 3_600)
})

test('switched off, no method is limited', async () => {
  const limits = createLimits({ enabled: false })
  for (const [name, act] of Object.entries(limits) as [string, (...words: string[]) => Promise<void>][]) {
    for (let n = 0; n < 13_000; n++) await assert.doesNotReject(act('one', '203.0.113.7', 'a key'), name)
  }
})

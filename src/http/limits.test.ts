import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createLimits } from './limits.ts'

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
  const limits = createLimits({ enabled: true })
  const { count, refusal } = await countUntilRefused(() => limits.addItem('one', '203.0.113.7'))
  assert.equal(count, 120)
  const { code, retryAfterSeconds } = refusal as { code: string; retryAfterSeconds: number }
  assert.equal(code, 'too-many-requests')
  assert.ok(retryAfterSeconds > 0 && retryAfterSeconds <= 3_600)
})

test('another account at the same address goes on', async () => {
  const limits = createLimits({ enabled: true })
  await countUntilRefused(() => limits.addItem('one', '203.0.113.7'))
  await limits.addItem('two', '203.0.113.7')
})

test('many accounts at one address are limited together in the end', async () => {
  const limits = createLimits({ enabled: true })
  let account = 0
  const { count } = await countUntilRefused(() => limits.addItem(String(account++), '203.0.113.7'))
  assert.equal(count, 1_200)
})

test('an attempt that is made again is counted once, also when nothing more may be added', async () => {
  const limits = createLimits({ enabled: true })
  for (let n = 0; n < 200; n++) await limits.addItem('one', '203.0.113.7', 'a key')
  const { count } = await countUntilRefused(() => limits.addItem('one', '203.0.113.7'))
  assert.equal(count, 119)
  await limits.addItem('one', '203.0.113.7', 'a key')
  await assert.rejects(limits.addItem('one', '203.0.113.7', 'another key'), { code: 'too-many-requests' })
})

test('sign-ups are limited by address', async () => {
  const limits = createLimits({ enabled: true })
  const { count } = await countUntilRefused(() => limits.signUp('203.0.113.7'))
  assert.equal(count, 300)
  await limits.signUp('203.0.113.8')
})

test('who waits as long as is asked may go on for another hour', async () => {
  let now = Date.UTC(2026, 0, 1)
  const limits = createLimits({ enabled: true, now: () => now })
  await limits.signUp('203.0.113.7')
  now += 1_800_000
  const { count, refusal } = await countUntilRefused(() => limits.signUp('203.0.113.7'))
  const { retryAfterSeconds } = refusal as { retryAfterSeconds: number }
  assert.deepEqual([count, retryAfterSeconds], [299, 1_800])
  now += 1_799_999
  await assert.rejects(limits.signUp('203.0.113.7'), { code: 'too-many-requests', retryAfterSeconds: 1 })
  now += 1
  assert.equal((await countUntilRefused(() => limits.signUp('203.0.113.7'))).count, 300)
})

test('of more addresses than are kept, the one that was not seen for longest starts anew', async () => {
  const limits = createLimits({ enabled: true })
  for (const address of ['quiet', 'busy']) await countUntilRefused(() => limits.signUp(address))
  for (let n = 0; n < 9_999; n++) {
    await limits.signUp(`2001:db8:${n.toString(16)}::/64`)
    if (n % 1_000 === 0) await assert.rejects(limits.signUp('busy'))
  }
  await assert.rejects(limits.signUp('busy'))
  await limits.signUp('quiet')
})

test('photos are limited by account, and by address in the end', async () => {
  const limits = createLimits({ enabled: true })
  const { count } = await countUntilRefused(() => limits.addPhoto('one', '203.0.113.7'))
  assert.equal(count, 300)
  await limits.addPhoto('two', '203.0.113.7')
})

test('switched off, nothing is limited', async () => {
  const limits = createLimits({ enabled: false })
  for (let n = 0; n < 5_000; n++) await limits.signUp('203.0.113.7')
})

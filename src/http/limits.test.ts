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

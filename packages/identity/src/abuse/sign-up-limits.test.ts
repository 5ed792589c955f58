import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createAttemptLimits } from './attempt-limits.ts'

const from = (address: string) => ({ address, origin: 'http://localhost' })

/** How often something may be done before it is refused, and the refusal. */
function countUntilRefused(act: () => void): { count: number; refusal: unknown } {
  for (let count = 0; count < 100_000; count++) {
    try {
      act()
    } catch (refusal) {
      return { count, refusal }
    }
  }
  assert.fail('it is never refused')
}

test('signUp: limited by address', () => {
  const limits = createAttemptLimits({ enabled: true, now: () => 0 })
  const { count } = countUntilRefused(() => limits.signUp(from('203.0.113.7')))
  assert.equal(count, 300)
  limits.signUp(from('203.0.113.8'))
})

test('signUp: many networks of one IPv6 /48 share a limit', () => {
  const limits = createAttemptLimits({ enabled: true, now: () => 0 })
  let network = 0
  const signUp = () => limits.signUp(from(`2001:db8:0:${(network++ % 0x1_00_00).toString(16)}::1`))
  assert.equal(countUntilRefused(signUp).count, 1_500, 'half of the total: others can still sign up')
  limits.signUp(from('203.0.113.7'))
  const oneSmall = createAttemptLimits({ enabled: true, now: () => 0 })
  const { count } = countUntilRefused(() => oneSmall.signUp(from(`2001:db8:0:${(network++ % 0x1_00).toString(16)}::1`)))
  assert.equal(count, 1_200, 'four times the limit of one network')
})

test('signUp: limited to 3,000 at once in total', () => {
  const limits = createAttemptLimits({ enabled: true, now: () => 0 })
  let network = 0
  const { count } = countUntilRefused(() => limits.signUp(from(`198.51.${network >> 8}.${network++ & 255}`)))
  assert.equal(count, 3_000)
})

test('signUp: allowed again after Retry-After, and fully after an hour', () => {
  let now = 0
  const limits = createAttemptLimits({ enabled: true, now: () => now })
  const { refusal } = countUntilRefused(() => limits.signUp(from('203.0.113.7')))
  assert.equal((refusal as { retryAfterSeconds: number }).retryAfterSeconds, 12)
  now += 11_000
  assert.throws(() => limits.signUp(from('203.0.113.7')), { code: 'too-many-requests', retryAfterSeconds: 1 })
  now += 1_000
  assert.equal(countUntilRefused(() => limits.signUp(from('203.0.113.7'))).count, 1)
  now += 3_600_000
  assert.equal(countUntilRefused(() => limits.signUp(from('203.0.113.7'))).count, 300)
})

test('startProviderSignIn: many other addresses do not reset the count of one', () => {
  const limits = createAttemptLimits({ enabled: true, now: () => 0 })
  countUntilRefused(() => limits.startProviderSignIn(from('203.0.113.7')))
  for (let n = 0; n < 100_000; n++) {
    try {
      limits.startProviderSignIn(from(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`))
    } catch {
      // It shares a count with another one.
    }
  }
  assert.throws(() => limits.startProviderSignIn(from('203.0.113.7')), { code: 'too-many-requests' })
})

import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'

import { toAddress } from '@stockinette/rate-limit/address.ts'

import { createAttemptLimits } from './attempt-limits.ts'

const minuteMs = 60_000
const tooMany = (retryAfterSeconds: number) => ({ code: 'too-many-requests', retryAfterSeconds })
const from = (address: string) => ({ address: toAddress(address), origin: 'http://localhost' })
const home = from('192.0.2.1')
const mary = 'mary@example.com'
/** Whose browser has no device cookie of the account, or has one. */
const guesser = (email: string, device?: string) => ({ email, device })
const visitor = (email: string) => ({ email, isProtected: false })
const owner = { email: 'owner@example.com', isProtected: true }

function start() {
  const clock = { now: 0 }
  // With this secret, none of these tests' keys share a count.
  const options = { enabled: true, now: () => clock.now, secret: 'secret' }
  return { clock, attemptLimits: createAttemptLimits(options) }
}

function times(count: number, work: (index: number) => void): void {
  for (let index = 0; index < count; index++) work(index)
}

describe('attempt limits: password guesses', () => {
  it('on one account from one address: ten, then one every two minutes', () => {
    const { clock, attemptLimits } = start()
    times(10, () => attemptLimits.attemptLogin(guesser(mary), home))
    assert.throws(() => attemptLimits.attemptLogin(guesser(mary), home), tooMany(120))
    attemptLimits.attemptLogin(guesser('other@example.com'), home)
    attemptLimits.attemptLogin(guesser(mary), from('192.0.2.2'))
    clock.now += 2 * minuteMs
    attemptLimits.attemptLogin(guesser(mary), home)
    assert.throws(() => attemptLimits.attemptLogin(guesser(mary), home), tooMany(120))
  })

  it('correct passwords do not count', () => {
    const { attemptLimits } = start()
    times(1000, () => attemptLimits.attemptLogin(guesser(mary), home).giveBack())
    times(10, () => attemptLimits.attemptLogin(guesser(mary), home))
    assert.throws(() => attemptLimits.attemptLogin(guesser(mary), home), tooMany(120), 'nor do they add a guess')
  })

  it('on one account from all addresses: fifty, then one a minute', () => {
    const { clock, attemptLimits } = start()
    times(50, (index) => attemptLimits.attemptLogin(guesser(mary), from(`198.51.100.${index}`)))
    assert.throws(() => attemptLimits.attemptLogin(guesser(mary), from('203.0.113.1')), tooMany(60))
    clock.now += minuteMs
    attemptLimits.attemptLogin(guesser(mary), from('203.0.113.1')).giveBack()
    attemptLimits.attemptLogin(guesser(mary), from('203.0.113.1'))
  })

  it('in a browser of the user: ten, then ten an hour, whatever strangers do, also at the same address', () => {
    const { clock, attemptLimits } = start()
    times(50, (index) => attemptLimits.attemptLogin(guesser(mary), from(`198.51.100.${index}`)))
    times(300, (index) => attemptLimits.attemptLogin(guesser(`${index}@example.com`), home))
    times(10, () => attemptLimits.attemptLogin(guesser(mary, 'phone'), home))
    assert.throws(() => attemptLimits.attemptLogin(guesser(mary, 'phone'), from('203.0.113.1')), tooMany(360))
    attemptLimits.attemptLogin(guesser(mary, 'laptop'), home)
    clock.now += 60 * minuteMs
    times(10, () => attemptLimits.attemptLogin(guesser(mary, 'phone'), home))
    assert.throws(() => attemptLimits.attemptLogin(guesser(mary, 'phone'), home), tooMany(360))
  })

  it('in all browsers of the user: fifty, then fifty an hour, as a session gets another cookie with each new ID token', () => {
    const { clock, attemptLimits } = start()
    times(50, (index) => attemptLimits.attemptLogin(guesser(mary, `cookie ${index}`), home))
    assert.throws(() => attemptLimits.attemptLogin(guesser(mary, 'phone'), home), tooMany(72))
    attemptLimits.attemptLogin(guesser('other@example.com', 'phone'), home)
    clock.now += 60 * minuteMs
    times(50, (index) => attemptLimits.attemptLogin(guesser(mary, `cookie ${index}`), home))
    assert.throws(() => attemptLimits.attemptLogin(guesser(mary, 'phone'), home), tooMany(72))
  })

  it('in a browser of the user do not use up the limit of the account', () => {
    const { attemptLimits } = start()
    times(10, () => attemptLimits.attemptLogin(guesser(mary, 'phone'), home))
    times(50, (index) => attemptLimits.attemptLogin(guesser(mary), from(`198.51.100.${index}`)))
  })

  it('on many accounts from one address: three hundred', () => {
    const { attemptLimits } = start()
    times(300, (index) => attemptLimits.attemptLogin(guesser(`${index}@example.com`), home))
    assert.throws(() => attemptLimits.attemptLogin(guesser(mary), home), tooMany(6))
    attemptLimits.attemptLogin(guesser(mary), from('192.0.2.2'))
  })

  it('refused guesses do not count', () => {
    const { clock, attemptLimits } = start()
    times(10, () => attemptLimits.attemptLogin(guesser(mary), home))
    times(1000, () => assert.throws(() => attemptLimits.attemptLogin(guesser(mary), home)))
    clock.now += 2 * minuteMs
    attemptLimits.attemptLogin(guesser(mary), home)
    attemptLimits.attemptLogin(guesser('other@example.com'), home)
  })

  it('are unlimited when limits are off', () => {
    const attemptLimits = createAttemptLimits({ enabled: false })
    times(1000, () => attemptLimits.attemptLogin(guesser(mary), home))
    times(1000, () => attemptLimits.sendMail(visitor(mary), home))
    times(1000, () => assert.ok(attemptLimits.tryNotify(mary)))
    times(1000, () => attemptLimits.changeAccount('uid'))
    times(1000, () => attemptLimits.refreshToken('uid'))
  })
})

describe('attempt limits: password guesses from one IPv6 network', () => {
  it('a /64 counts as one address', () => {
    const { attemptLimits } = start()
    times(10, (index) => attemptLimits.attemptLogin(guesser(mary), from(`2001:db8::${index + 1}`)))
    assert.throws(() => attemptLimits.attemptLogin(guesser(mary), from('2001:db8::ffff')), tooMany(120))
  })

  it('a /48 may guess sixteen times as often as one address', () => {
    const { attemptLimits } = start()
    const guess = (index: number) =>
      attemptLimits.attemptLogin(
        guesser(`${index}@example.com`),
        from(`2001:db8:0:${((index % 256) * 256).toString(16)}::1`),
      )
    times(4_800, guess)
    assert.throws(() => guess(4_800), tooMany(1))
  })
})

describe('attempt limits: changes of an account', () => {
  it('thirty, then one every two seconds', () => {
    const { clock, attemptLimits } = start()
    times(30, () => attemptLimits.changeAccount('mary'))
    assert.throws(() => attemptLimits.changeAccount('mary'), tooMany(2))
    attemptLimits.changeAccount('anne')
    clock.now += 2_000
    attemptLimits.changeAccount('mary')
  })
})

describe('attempt limits: new ID tokens of an account', () => {
  it('a hundred and twenty, then one every two seconds', () => {
    const { attemptLimits } = start()
    times(120, () => attemptLimits.refreshToken('mary'))
    assert.throws(() => attemptLimits.refreshToken('mary'), tooMany(2))
    attemptLimits.refreshToken('anne')
  })
})

describe('attempt limits: mails', () => {
  it('one IPv6 /48 can use at most a third of all mails', () => {
    const { attemptLimits } = start()
    const stranger = (index: number) => from(`2001:db8:0:${index.toString(16)}::`)
    times(100, (index) => attemptLimits.sendMail(visitor(`${index}@example.com`), stranger(index)))
    assert.throws(() => attemptLimits.sendMail(visitor(mary), stranger(100)), { code: 'too-many-requests' })
    times(200, (index) => attemptLimits.sendMail(visitor(`${index}@example.org`), from(`203.0.113.${index}`)))
  })

  it('three hundred an hour in total', () => {
    const { clock, attemptLimits } = start()
    const mail = (index: number) =>
      attemptLimits.sendMail(visitor(`${index}@example.com`), from(`198.51.${index >> 8}.${index & 255}`))
    times(300, mail)
    assert.throws(() => mail(300), tooMany(12))
    clock.now += 12_000
    mail(300)
  })

  it('an owner gets mail in a browser where she has signed in, however many strangers asked for', () => {
    const { attemptLimits } = start()
    const stranger = (index: number) => from(`198.51.${index >> 8}.${index & 255}`)
    times(300, (index) => attemptLimits.sendMail(visitor(`${index}@example.com`), stranger(index)))
    times(5, (index) => attemptLimits.sendMail(owner, stranger(index)))
    assert.throws(() => attemptLimits.sendMail(owner, stranger(6)), tooMany(600))
    times(5, () => attemptLimits.sendMail({ ...owner, device: 'phone' }, home))
    assert.throws(() => attemptLimits.sendMail({ ...owner, device: 'phone' }, home), tooMany(600))
  })

  it('an owner gets five times as many in all browsers where she has signed in', () => {
    const { attemptLimits } = start()
    times(25, (index) => attemptLimits.sendMail({ ...owner, device: `cookie ${index}` }, home))
    assert.throws(() => attemptLimits.sendMail({ ...owner, device: 'phone' }, home), tooMany(120))
  })

  it('mails to other recipients count by recipient, even in their own browsers', () => {
    const { attemptLimits } = start()
    times(5, () => attemptLimits.sendMail(visitor(mary), from('192.0.2.2')))
    assert.throws(() => attemptLimits.sendMail({ ...visitor(mary), device: 'phone' }, home), tooMany(600))
  })

  it('five to one recipient', () => {
    const { attemptLimits } = start()
    times(5, () => attemptLimits.sendMail(visitor(mary), home))
    assert.throws(() => attemptLimits.sendMail(visitor(mary), from('192.0.2.2')), tooMany(600))
  })

  it('sixty from one address', () => {
    const { attemptLimits } = start()
    times(60, (index) => attemptLimits.sendMail(visitor(`${index}@example.com`), home))
    assert.throws(() => attemptLimits.sendMail(visitor('other@example.com'), home), tooMany(60))
  })

  it('notifications to an owner have their own limit', () => {
    const { attemptLimits, clock } = start()
    times(5, () => attemptLimits.sendMail(visitor(mary), home))
    times(5, () => assert.equal(attemptLimits.tryNotify(mary), true))
    assert.equal(attemptLimits.tryNotify(mary), false)
    clock.now += 6 * 60 * minuteMs
    assert.equal(attemptLimits.tryNotify(mary), true)
  })
})

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
  const { attemptLimits: limits } = start()
  const { count } = countUntilRefused(() => limits.signUp(from('203.0.113.7')))
  assert.equal(count, 300)
  limits.signUp(from('203.0.113.8'))
})

test('signUp: many networks of one IPv6 /48 share a limit', () => {
  const { attemptLimits: limits } = start()
  let network = 0
  const signUp = () => limits.signUp(from(`2001:db8:0:${(network++ % 0x1_00_00).toString(16)}::1`))
  assert.equal(countUntilRefused(signUp).count, 1_500, 'half of the total: others can still sign up')
  limits.signUp(from('203.0.113.7'))
  const { attemptLimits: oneSmall } = start()
  const { count } = countUntilRefused(() => oneSmall.signUp(from(`2001:db8:0:${(network++ % 0x1_00).toString(16)}::1`)))
  assert.equal(count, 1_200, 'four times the limit of one network')
})

test('signUp: limited to 3,000 at once in total', () => {
  const { attemptLimits: limits } = start()
  let network = 0
  const { count } = countUntilRefused(() => limits.signUp(from(`198.51.${network >> 8}.${network++ & 255}`)))
  assert.equal(count, 3_000)
})

test('signUp: allowed again after Retry-After, and fully after an hour', () => {
  const { clock, attemptLimits: limits } = start()
  const { refusal } = countUntilRefused(() => limits.signUp(from('203.0.113.7')))
  assert.equal((refusal as { retryAfterSeconds: number }).retryAfterSeconds, 12)
  clock.now += 11_000
  assert.throws(() => limits.signUp(from('203.0.113.7')), { code: 'too-many-requests', retryAfterSeconds: 1 })
  clock.now += 1_000
  assert.equal(countUntilRefused(() => limits.signUp(from('203.0.113.7'))).count, 1)
  clock.now += 3_600_000
  assert.equal(countUntilRefused(() => limits.signUp(from('203.0.113.7'))).count, 300)
})

test('startProviderSignIn: many other addresses do not reset the count of one', () => {
  const { attemptLimits: limits } = start()
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

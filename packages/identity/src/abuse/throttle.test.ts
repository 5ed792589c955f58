import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { createThrottle } from './throttle.ts'

const minuteMs = 60_000
const tooMany = (retryAfterSeconds: number) => ({ code: 'too-many-requests', retryAfterSeconds })
const from = (address: string) => ({ address, origin: 'http://localhost' })
const home = from('192.0.2.1')
const mary = 'mary@example.com'
const visitor = (email: string) => ({ email, isProtected: false })
const owner = { email: 'owner@example.com', isProtected: true }

function start() {
  const clock = { now: 0 }
  return { clock, throttle: createThrottle({ enabled: true, now: () => clock.now }) }
}

function times(count: number, work: (index: number) => void): void {
  for (let index = 0; index < count; index++) work(index)
}

describe('guessing', () => {
  it('at one account from one address stops after ten, and goes on with one every two minutes', () => {
    const { clock, throttle } = start()
    times(10, () => throttle.guess(mary, home))
    assert.throws(() => throttle.guess(mary, home), tooMany(120))
    throttle.guess('other@example.com', home)
    throttle.guess(mary, from('192.0.2.2'))
    clock.now += 2 * minuteMs
    throttle.guess(mary, home)
    assert.throws(() => throttle.guess(mary, home), tooMany(120))
  })

  it('is not held up by guesses that were right', () => {
    const { throttle } = start()
    times(1000, () => throttle.guess(mary, home).right())
  })

  it('at one account from everywhere stops after fifty, but not for an address of its owner', () => {
    const { clock, throttle } = start()
    throttle.guess(mary, home).right()
    times(50, (index) => throttle.guess(mary, from(`198.51.100.${index}`)))
    assert.throws(() => throttle.guess(mary, from('203.0.113.1')), tooMany(60))
    throttle.guess(mary, home).right()
    clock.now += minuteMs
    throttle.guess(mary, from('203.0.113.1')).right()
    throttle.guess(mary, from('203.0.113.1'))
  })

  it('at many accounts from one address stops after three hundred', () => {
    const { throttle } = start()
    times(300, (index) => throttle.guess(`${index}@example.com`, home))
    assert.throws(() => throttle.guess(mary, home), tooMany(6))
    throttle.guess(mary, from('192.0.2.2'))
  })

  it('that is refused does not count', () => {
    const { clock, throttle } = start()
    times(10, () => throttle.guess(mary, home))
    times(1000, () => assert.throws(() => throttle.guess(mary, home)))
    clock.now += 2 * minuteMs
    throttle.guess(mary, home)
    throttle.guess('other@example.com', home)
  })

  it('is not slowed down when limits are off', () => {
    const throttle = createThrottle({ enabled: false })
    times(1000, () => throttle.guess(mary, home))
    times(1000, () => throttle.mail(visitor(mary), home))
    times(1000, () => assert.ok(throttle.mayTell(mary)))
    times(1000, () => throttle.change('uid'))
    times(1000, () => throttle.refresh('uid'))
  })
})

describe('guessing from one IPv6 network', () => {
  it('of 64 bits counts as from one address', () => {
    const { throttle } = start()
    times(10, (index) => throttle.guess(mary, from(`2001:db8::${index + 1}`)))
    assert.throws(() => throttle.guess(mary, from('2001:db8::ffff')), tooMany(120))
  })

  it('of 48 bits stops after sixteen times as many as from one address', () => {
    const { throttle } = start()
    const guess = (index: number) =>
      throttle.guess(`${index}@example.com`, from(`2001:db8:0:${((index % 256) * 256).toString(16)}::1`))
    times(4_800, guess)
    assert.throws(() => guess(4_800), tooMany(1))
  })
})

describe('changes of an account', () => {
  it('are thirty, then one every two seconds', () => {
    const { clock, throttle } = start()
    times(30, () => throttle.change('mary'))
    assert.throws(() => throttle.change('mary'), tooMany(2))
    throttle.change('anne')
    clock.now += 2_000
    throttle.change('mary')
  })
})

describe('new ID tokens of an account', () => {
  it('are one hundred and twenty, then one every two seconds', () => {
    const { throttle } = start()
    times(120, () => throttle.refresh('mary'))
    assert.throws(() => throttle.refresh('mary'), tooMany(2))
    throttle.refresh('anne')
  })
})

describe('mails', () => {
  it('asked for by one IPv6 /48, however many networks it has, leave two thirds of them to others', () => {
    const { throttle } = start()
    const stranger = (index: number) => from(`2001:db8:0:${index.toString(16)}::`)
    times(100, (index) => throttle.mail(visitor(`${index}@example.com`), stranger(index)))
    assert.throws(() => throttle.mail(visitor(mary), stranger(100)), { code: 'too-many-requests' })
    times(200, (index) => throttle.mail(visitor(`${index}@example.org`), from(`203.0.113.${index}`)))
  })

  it('are three hundred an hour in all, whoever asks for them', () => {
    const { clock, throttle } = start()
    const mail = (index: number) =>
      throttle.mail(visitor(`${index}@example.com`), from(`198.51.${index >> 8}.${index & 255}`))
    times(300, mail)
    assert.throws(() => mail(300), tooMany(12))
    clock.now += 12_000
    mail(300)
  })

  it('to an owner reach her where she has signed in, whatever strangers ask for', () => {
    const { throttle } = start()
    throttle.trust(owner.email, home)
    const stranger = (index: number) => from(`198.51.${index >> 8}.${index & 255}`)
    times(300, (index) => throttle.mail(visitor(`${index}@example.com`), stranger(index)))
    times(5, (index) => throttle.mail(owner, stranger(index)))
    assert.throws(() => throttle.mail(owner, stranger(6)), tooMany(600))
    times(5, () => throttle.mail(owner, home))
    assert.throws(() => throttle.mail(owner, home), tooMany(600))
  })

  it('to an owner are counted as from a stranger once the account has passed to somebody else', () => {
    const { throttle } = start()
    throttle.trust(owner.email, home)
    throttle.distrust(owner.email)
    times(5, () => throttle.mail(owner, home))
    assert.throws(() => throttle.mail(owner, from('192.0.2.2')), tooMany(600))
  })

  it('to other recipients are counted by recipient also where they have signed in', () => {
    const { throttle } = start()
    throttle.trust(mary, home)
    times(5, () => throttle.mail(visitor(mary), from('192.0.2.2')))
    assert.throws(() => throttle.mail(visitor(mary), home), tooMany(600))
  })

  it('are five to one recipient, and sixty from one address', () => {
    const { throttle } = start()
    times(5, () => throttle.mail(visitor(mary), home))
    assert.throws(() => throttle.mail(visitor(mary), from('192.0.2.2')), tooMany(600))
    times(55, (index) => throttle.mail(visitor(`${index}@example.com`), home))
    assert.throws(() => throttle.mail(visitor('other@example.com'), home), tooMany(60))
  })

  it('that tell an owner something are counted by themselves', () => {
    const { throttle, clock } = start()
    times(5, () => throttle.mail(visitor(mary), home))
    times(5, () => assert.equal(throttle.mayTell(mary), true))
    assert.equal(throttle.mayTell(mary), false)
    clock.now += 6 * 60 * minuteMs
    assert.equal(throttle.mayTell(mary), true)
  })
})

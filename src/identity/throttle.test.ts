import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { createThrottle } from './throttle.ts'

const minuteMs = 60_000
const tooMany = (retryAfterSeconds: number) => ({ code: 'too-many-requests', retryAfterSeconds })
const from = (address: string) => ({ address, origin: 'http://localhost' })
const home = from('192.0.2.1')
const mary = 'mary@example.com'

function start() {
  const clock = { now: Date.parse('2026-03-01T12:00:00Z') }
  return { clock, throttle: createThrottle({ enabled: true, now: () => new Date(clock.now) }) }
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
    const throttle = createThrottle({ enabled: false, now: () => new Date() })
    times(1000, () => throttle.guess(mary, home))
    times(1000, () => throttle.mail(mary, home))
  })
})

describe('mails', () => {
  it('are five to one recipient, and sixty from one address', () => {
    const { throttle } = start()
    times(5, () => throttle.mail(mary, home))
    assert.throws(() => throttle.mail(mary, from('192.0.2.2')), tooMany(600))
    times(55, (index) => throttle.mail(`${index}@example.com`, home))
    assert.throws(() => throttle.mail('other@example.com', home), tooMany(60))
  })

  it('that tell an owner something are counted by themselves', () => {
    const { throttle, clock } = start()
    times(5, () => throttle.mail(mary, home))
    times(5, () => assert.equal(throttle.mayTell(mary), true))
    assert.equal(throttle.mayTell(mary), false)
    clock.now += 6 * 60 * minuteMs
    assert.equal(throttle.mayTell(mary), true)
  })
})

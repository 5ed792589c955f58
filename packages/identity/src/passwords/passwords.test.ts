import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { toAddress } from '@stockinette/rate-limit/address.ts'

import { defaultSettings } from '../application.ts'
import { createPasswords } from './passwords.ts'

const policy = defaultSettings.passwordPolicy
const home = { address: toAddress('192.0.2.1'), origin: 'http://localhost' }
const cheap = { memory: 1024, passes: 1, parallelism: 1 }
const passwords = createPasswords(policy, cheap)

describe('a password', () => {
  it('is stored as a hash with its parameters and a new salt each time', async () => {
    const hashes = [await passwords.hash('secret1', home), await passwords.hash('secret1', home)]
    for (const hash of hashes) assert.match(hash, /^\$argon2id\$v=19\$m=1024,t=1,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    assert.notEqual(hashes[0], hashes[1])
  })

  it('is hashed with the parameters that OWASP recommends', async () => {
    const hash = await createPasswords(policy).hash('secret1', home)
    assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  it('matches its hash; others do not', async () => {
    const hash = await passwords.hash('secret1', home)
    assert.deepEqual(await passwords.compare('secret1', hash, home), { isCorrect: true })
    for (const wrong of ['Secret1', 'secret1 ', 'secret1\0', 'secret', '']) {
      assert.deepEqual(await passwords.compare(wrong, hash, home), { isCorrect: false }, JSON.stringify(wrong))
    }
  })

  it('matches in composed and decomposed form', async () => {
    const hash = await passwords.hash('caf\u00E9 au lait', home)
    assert.ok((await passwords.compare('cafe\u0301 au lait', hash, home)).isCorrect)
  })

  it('of 30,000 combining marks matches itself alone: it is not normalized, which takes seconds', async () => {
    const [above, below] = ['\u0301'.repeat(15_000), '\u0316'.repeat(15_000)]
    const hash = await passwords.hash(`a${above}${below}`, home)
    assert.ok((await passwords.compare(`a${above}${below}`, hash, home)).isCorrect)
    for (const other of [`b${above}${below}`, `a${below}${above}`]) {
      assert.deepEqual(await passwords.compare(other, hash, home), { isCorrect: false })
    }
  })

  it('matches with any length and any characters; others do not', async () => {
    for (const password of ['\0'.repeat(6), 'x'.repeat(60_000), 'සුදු බැටළුවා', '\uD800 half a character']) {
      const hash = await passwords.hash(password, home)
      assert.ok((await passwords.compare(password, hash, home)).isCorrect)
      assert.ok(!(await passwords.compare(`${password}x`, hash, home)).isCorrect)
    }
  })

  it('does not match an account without a hash', async () => {
    for (const missing of [null, undefined, '']) {
      assert.deepEqual(await passwords.compare('secret1', missing, home), { isCorrect: false })
    }
  })

  it('is rehashed if it is correct and its hash has outdated parameters', async () => {
    const today = createPasswords(policy, { ...cheap, passes: 2 })
    const old = await passwords.hash('secret1', home)
    const { isCorrect, renewedHash = '' } = await today.compare('secret1', old, home)
    assert.ok(isCorrect)
    assert.match(renewedHash, /\$m=1024,t=2,p=1\$/)
    assert.deepEqual(await today.compare('secret1', renewedHash, home), { isCorrect: true })
    assert.deepEqual(await today.compare('wrong', old, home), { isCorrect: false })
  })

  it('with an unknown hash format is an internal error, which does not reveal the hash', async () => {
    await assert.rejects(passwords.compare('secret1', '$2b$10$secret', home), (error: Error) => {
      return error.name === 'Error' && !error.message.includes('secret')
    })
  })
})

describe('a flood of passwords', () => {
  const from = (network: number) => ({ ...home, address: toAddress(`198.51.100.${network}`) })

  it('from one network takes all places only until others come, and each newcomer waits for one of it', async () => {
    let done = 0
    const flood = Promise.allSettled(
      Array.from({ length: 100 }, () => passwords.hash('secret1', from(1)).then(() => (done += 1))),
    )
    await Promise.all([2, 3].map((network) => passwords.hash('secret1', from(network))))
    assert.ok(done <= 8, `${done} of the flood came first`)
    const reasons = (await flood).flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
    assert.equal(reasons.length, 40, 'two at work, sixty waiting, of which two made room')
    for (const reason of reasons) assert.equal((reason as { code: string }).code, 'too-many-requests')
  })

  it('from twelve networks lets the user’s network have its turn', async () => {
    const flood = Array.from({ length: 300 }, (_, index) => passwords.hash('secret1', from(index % 12)))
    const settled = Promise.allSettled(flood)
    await passwords.hash('secret1', from(100))
    await settled
  })

  it('from the user’s own network lets a browser of the user have its turn', async () => {
    const hash = await passwords.hash('secret1', home)
    let done = 0
    const compare = () => passwords.compare('wrong', hash, home).then(() => (done += 1))
    const flood = Promise.all(Array.from({ length: 60 }, compare))
    assert.ok((await passwords.compare('secret1', hash, home, 'phone')).isCorrect)
    assert.ok(done <= 8, `${done} of the flood came first`)
    await flood
  })
})

const strict = { ...policy, minLength: 8, maxLength: 12, isEnforced: true }
const all = { ...strict, needsLowercase: true, needsUppercase: true, needsDigit: true, needsOther: true }
const missing = (...words: string[]) =>
  `PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [${words.join(', ')}]`
const few = 'Password must contain at least 8 characters'
const many = 'Password may contain at most 12 characters'
const lower = 'Password must contain a lower case character'
const upper = 'Password must contain an upper case character'
const digit = 'Password must contain a numeric character'
const other = 'Password must contain a non-alphanumeric character'
const weak = 'WEAK_PASSWORD : Password should be at least 6 characters'

describe('the policy for passwords', () => {
  for (const [name, rules, password, message] of [
    ['none, six characters', policy, '123456', undefined],
    ['none, five characters', policy, '12345', weak],
    ['told and not enforced', { ...all, isEnforced: false }, '123456', undefined],
    ['told and not enforced, five characters', { ...all, isEnforced: false }, '12345', weak],
    ['length', strict, '12345678', undefined],
    ['length, too few', strict, '1234567', missing(few)],
    ['length, just not too many', strict, '123456789012', undefined],
    ['length, too many', strict, '1234567890123', missing(many)],
    ['everything', all, 'aB3 aB3 ', undefined],
    ['everything, of which nothing', all, '', missing(few, lower, upper, digit, other)],
    ['everything, without lower case', all, 'ABC-1234', missing(lower)],
    ['everything, without upper case', all, 'abc-1234', missing(upper)],
    ['everything, without a digit', all, 'abc-ABCD', missing(digit)],
    ['everything, without another', all, 'abcABC123', missing(other)],
    ['everything, in letters and digits of other scripts', all, 'éÉ٣සුදුවා', missing(lower, upper, digit, other)],
  ] as const) {
    it(`${name}: ${message === undefined ? 'is met' : 'is not met'}`, async () => {
      const hashing = createPasswords(rules, cheap).hash(password, home)
      if (message === undefined) await hashing
      else await assert.rejects(hashing, { name: 'IdentityError', message })
    })
  }
})

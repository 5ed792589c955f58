import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { toEmail } from './account.ts'

describe('an e-mail address', () => {
  for (const [typed, kept] of [
    ['mary@example.com', 'mary@example.com'],
    ['Mary.Ann+Wool@Example.COM', 'mary.ann+wool@example.com'],
    ['ｍａｒｙ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'mary@example.com'],
    ['mary@\u212Anit.example', 'mary@knit.example'],
    ['MU\u0308LLER@example.com', 'm\u00FCller@example.com'],
    ['නිමාලි@example.lk', 'නිමාලි@example.lk'],
    ['mary@localhost', 'mary@localhost'],
    ['mary@shop。example', 'mary@shop.example'],
    ['mary@shop｡example', 'mary@shop.example'],
    ['mary@shop.example.', 'mary@shop.example'],
    ['mary@shop.example.。.', 'mary@shop.example'],
    ['mary@XN--Bcher-kva.example', 'mary@bücher.example'],
    ['mary@bücher.example', 'mary@bücher.example'],
    ['mary@straße.example', 'mary@straße.example'],
    ['mary@xn--.example', 'mary@xn--.example'],
    ['mary@[192.0.2.1]', 'mary@[192.0.2.1]'],
    ['mary@shop.example/path', 'mary@shop.example/path'],
  ] as const) {
    it(`has one form: ${typed}`, () => {
      assert.equal(toEmail(typed), kept)
      assert.equal(toEmail(kept), kept)
    })
  }

  for (const [name, text] of Object.entries({
    nothing: '',
    'no @': 'mary.example.com',
    'two @': 'mary@home@example.com',
    'a full-width @ beside another': 'mary＠home@example.com',
    nobody: '@example.com',
    nowhere: 'mary@',
    'a space': 'mary ann@example.com',
    'a space around it': ' mary@example.com',
    'another line, for a header of the mail': 'mary@example.com\r\nBcc: all@example.com',
    'a character that is not seen': 'mary\u200B@example.com',
    'a character that turns the text around': 'mary\u202E@example.com',
    'half a character': 'mary\uD800@example.com',
    'the end of a C string': 'mary\0@example.com',
    'brackets, which a mail program leaves out': '<mary@example.com>',
    'quotes, which a mail server leaves out': '"mary"@example.com',
    'a comment, which a mail server leaves out': 'mary@example.com(1)',
    'too many characters': `${'m'.repeat(250)}@example.com`,
  })) {
    it(`is invalid: ${name}`, () => {
      assert.throws(() => toEmail(text), { code: 'INVALID_EMAIL' })
    })
  }

  it('of 30,000 combining marks is refused within 50 ms of the main thread', () => {
    const before = process.threadCpuUsage()
    const marks = '\u0301'.repeat(15_000) + '\u0316'.repeat(15_000)
    assert.throws(() => toEmail(`a${marks}@example.com`), { code: 'INVALID_EMAIL' })
    const { user, system } = process.threadCpuUsage(before)
    assert.ok(user + system < 50_000, `${user + system} µs`)
  })
})

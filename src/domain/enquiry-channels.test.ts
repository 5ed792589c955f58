import assert from 'node:assert/strict'
import { test } from 'node:test'

import { parseEmail } from './contact/email.ts'
import { callUrl, chatUrl, hasOwnChannel, mailUrl, messageUrl } from './enquiry-channels.ts'

test("chatUrl: the maker's chat is at wa.me", () => {
  assert.equal(chatUrl('94771234567'), 'https://wa.me/94771234567')
})

test('messageUrl: a space is encoded as %20, because WhatsApp shows + as it is', () => {
  assert.equal(messageUrl('94771234567', 'a b+c&d\ne'), 'https://wa.me/94771234567?text=a%20b%2Bc%26d%0Ae')
})

test('callUrl: an international number', () => {
  assert.equal(callUrl('94771234567'), 'tel:+94771234567')
})

test('mailUrl: lines end as RFC 6068 says, and nothing in the message is another field', () => {
  const url = mailUrl('mary@wool.example', 'An enquiry', 'One\ntwo&bcc=eve@example.com')
  assert.equal(url, 'mailto:mary@wool.example?subject=An%20enquiry&body=One%0D%0Atwo%26bcc%3Deve%40example.com')
})

test('hasOwnChannel: the numbers of the specification and of examples reach nobody', () => {
  const none = { whatsapp: '', phone: '', email: '' }
  for (const number of ['94770000000', '94771234567', '']) {
    assert.equal(hasOwnChannel({ ...none, whatsapp: number, phone: number }), false)
  }
  for (const one of [{ whatsapp: '94711234567' }, { phone: '94711234567' }, { email: 'a@b.example' }]) {
    assert.equal(hasOwnChannel({ ...none, ...one }), true)
  }
})

for (const [written, expected] of [
  ['mary@wool.example', 'mary@wool.example'],
  ['mailto:mary.k+shop@wool.example', 'mary.k+shop@wool.example'],
  ['mary@wool', undefined],
  ['mary@wool.example?bcc=eve@example.com', undefined],
  ['mary@wool.example, eve@example.com', undefined],
  ['mary%0A@wool.example', undefined],
  ['<mary@wool.example>', undefined],
  ['@wool.example', undefined],
] as const) {
  test(`parseEmail: "${written}" is ${expected === undefined ? 'refused' : `"${expected}"`}`, () => {
    assert.equal(parseEmail(written), expected)
  })
}

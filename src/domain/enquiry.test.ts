import assert from 'node:assert/strict'
import { test } from 'node:test'

import { enquiry } from '../messages/messages.ts'
import { chatUrl, enquiryUrl } from './enquiry.ts'

const id = 'w2q1glSJSzjUZxmtQkh7'

test("chatUrl: the maker's chat is at wa.me", () => {
  assert.equal(chatUrl('94771234567'), 'https://wa.me/94771234567')
})

test('enquiryUrl: the greeting has the title and the id', () => {
  const url = enquiryUrl('94771234567', { id, title: 'Beanie & scarf, 100% wool + love', sold: false }, enquiry)
  assert.ok(url.startsWith('https://wa.me/94771234567?text='))
  const text = decodeURIComponent(url.split('?text=')[1] ?? '')
  assert.equal(text, `Hello! I'm interested in "Beanie & scarf, 100% wool + love" (item ${id}).`)
})

test('enquiryUrl: a space is encoded as %20, because WhatsApp shows + as it is', () => {
  assert.doesNotMatch(enquiryUrl('94771234567', { id, title: 'a b', sold: false }, enquiry), /\+/)
})

test('enquiryUrl: a title has no characters that WhatsApp treats as formatting', () => {
  const text = decodeURIComponent(
    enquiryUrl('94771234567', { id, title: '*bold* _it_ ~no~ `code`', sold: false }, enquiry),
  )
  assert.doesNotMatch(text, /[*_~`]/)
})

test('enquiryUrl: for a sold item, the greeting asks for one like it', () => {
  const text = decodeURIComponent(enquiryUrl('94771234567', { id, title: 'Beanie', sold: true }, enquiry))
  assert.ok(
    text.endsWith(`?text=Hello! I'd love one like "Beanie" (item ${id}), which has been sold. Could you make another?`),
  )
})

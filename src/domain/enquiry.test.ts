import assert from 'node:assert/strict'
import { test } from 'node:test'

import { enquiry } from '../messages/messages.ts'
import { chatUrl, enquiryUrl } from './enquiry.ts'
import { absentValues } from './field-table.ts'
import { noticeFields, type Notice } from './notice.ts'

const id = 'w2q1glSJSzjUZxmtQkh7'
const beanie = {
  id,
  title: 'Beanie & scarf, 100% wool + love',
  price: 12_500,
  sold: false,
  reserved: false,
  madeToOrder: false,
}
const origin = 'https://shop.example'

const none = absentValues(noticeFields)

const urlOf = (item: Partial<typeof beanie> | { price: null }, size: string | null = null, notice: Notice = none) =>
  enquiryUrl('94771234567', { item: { ...beanie, ...item }, size, shop: { ...notice, origin } }, enquiry)

const textOf = (url: string) => decodeURIComponent(url.split('?text=')[1] ?? '')

test("chatUrl: the maker's chat is at wa.me", () => {
  assert.equal(chatUrl('94771234567'), 'https://wa.me/94771234567')
})

test('enquiryUrl: the greeting has the title and the id; size, price and address have lines of their own', () => {
  const url = urlOf({}, 'M')
  assert.ok(url.startsWith('https://wa.me/94771234567?text='))
  assert.deepEqual(textOf(url).split('\n'), [
    `Hello! I'm interested in "Beanie & scarf, 100% wool + love" (item ${id}).`,
    'Size: M',
    'Price: LKR 12,500',
    `${origin}/item/${id}`,
  ])
})

test('enquiryUrl: says nothing of a size or a price that the item does not have', () => {
  assert.deepEqual(
    textOf(urlOf({ price: null }))
      .split('\n')
      .slice(1),
    [`${origin}/item/${id}`],
  )
})

test('enquiryUrl: a space is encoded as %20, because WhatsApp shows + as it is', () => {
  assert.doesNotMatch(urlOf({ title: 'a b' }, 'One size'), /\+/)
})

test('enquiryUrl: a title and a size have no characters that WhatsApp treats as formatting', () => {
  assert.doesNotMatch(textOf(urlOf({ title: '*bold* _it_ ~no~ `code`' }, '*S*')), /[*_~`]/)
})

test('enquiryUrl: for a sold item, the greeting asks for one like it', () => {
  const [greeting] = textOf(urlOf({ title: 'Beanie', sold: true })).split('\n')
  assert.equal(greeting, `Hello! I'd love one like "Beanie" (item ${id}), which has been sold. Could you make another?`)
})

test('enquiryUrl: for a reserved item, the greeting asks to be next', () => {
  const [greeting] = textOf(urlOf({ title: 'Beanie', reserved: true })).split('\n')
  assert.equal(greeting, `Hello! I'm interested in "Beanie" (item ${id}). I know that it is reserved: may I be next?`)
})

test('enquiryUrl: says that the customer has read the notice, before the address', () => {
  const notice: Notice = { ...none, noticeKind: 'closed', noticeUntil: '2026-12-04', noticeText: 'At a *fair*.' }
  assert.deepEqual(
    textOf(urlOf({}, null, notice))
      .split('\n')
      .slice(2),
    ['I know that you are closed until Friday 4 December. I have read: “At a ∗fair∗.”', `${origin}/item/${id}`],
  )
})

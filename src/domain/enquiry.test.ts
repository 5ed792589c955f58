import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { messagesByLanguage } from '../messages/languages.ts'
import { enquiry as texts } from '../messages/messages.ts'
import { correctedMessages, findWordProblem, placeholdersOf, words } from '../messages/words.ts'
import { mailUrl, messageUrl } from './enquiry-channels.ts'
import { chosenSize, enquiryMessage, maxMessageUrl, type EnquiryLine } from './enquiry.ts'
import { absentValues } from './field-table.ts'
import { languages, type Language, type ShopLanguages } from './language.ts'
import { noticeFields, type Notice } from './notice-fields.ts'
import { enquiryListAt } from './page-address.ts'
import { fill } from './template.ts'

const id = 'w2q1glSJSzjUZxmtQkh7'
const beanie: EnquiryLine['item'] = {
  id,
  title: 'Beanie & scarf, 100% wool + love',
  price: 12_500,
  size: null,
  sold: false,
  reserved: false,
  madeToOrder: false,
}
const origin = 'https://shop.example'
const shop = { origin, email: '', languages: ['en'] as ShopLanguages }
const noNotice = absentValues(noticeFields)
const closed: Notice = { ...noNotice, noticeKind: 'closed', noticeUntil: '2026-12-04', noticeText: 'At a *fair*.' }

const messageOf = (item: Partial<EnquiryLine['item']>, size: string | null = null, notice = noNotice) =>
  enquiryMessage([{ item: { ...beanie, ...item }, size }], { shop: { ...notice, ...shop }, texts })

const several = (items: readonly Partial<EnquiryLine['item']>[], size: string | null = null, notice = noNotice) => {
  const lines = items.map((item, index) => ({ item: { ...beanie, id: `piece-${index}`, ...item }, size }))
  return enquiryMessage(lines, { shop: { ...notice, ...shop }, texts })
}

/** As long as a chat's URL with it. */
const urlLength = (message: string) => messageUrl('9'.repeat(15), message).length

describe('enquiryMessage, of one item', () => {
  test('the greeting has the title and the id; size, price and address have lines of their own', () => {
    assert.deepEqual(messageOf({}, 'M').split('\n'), [
      `Hello! I'm interested in "Beanie & scarf, 100% wool + love" (item ${id}).`,
      'Size: M',
      'Price: LKR 12,500',
      `${origin}/item/${id}`,
    ])
  })

  test('says nothing of a size or a price that the item does not have', () => {
    assert.deepEqual(messageOf({ price: null }).split('\n').slice(1), [`${origin}/item/${id}`])
  })

  test('a title and a size have no characters that WhatsApp treats as formatting', () => {
    assert.doesNotMatch(messageOf({ title: '*bold* _it_ ~no~ `code`' }, '*S*'), /[*_~`]/)
  })

  test('of a sold item, asks for one like it', () => {
    const [greeting] = messageOf({ title: 'Beanie', sold: true }).split('\n')
    assert.equal(
      greeting,
      `Hello! I'd love one like "Beanie" (item ${id}), which has been sold. Could you make another?`,
    )
  })

  test('with the longest texts in Sinhala, its URL is short enough, with all of its id, price and address', () => {
    const message = messageOf({ title: 'ක'.repeat(120), price: 999_999_999.99 }, 'ක'.repeat(60))
    assert.ok(urlLength(message) <= maxMessageUrl)
    assert.ok(message.endsWith(`\nPrice: LKR 999,999,999.99\n${origin}/item/${id}`))
    assert.match(message, new RegExp(`\\(item ${id}\\)`))
  })
})

describe('enquiryMessage, in a state that the customer knows of', () => {
  test('of a reserved item, asks to be next', () => {
    const [greeting] = messageOf({ title: 'Beanie', reserved: true }).split('\n')
    assert.equal(greeting, `Hello! I'm interested in "Beanie" (item ${id}). I know that it is reserved: may I be next?`)
  })

  test('of several items, one of which is reserved', () => {
    const [, line] = several([{ title: 'Beanie', reserved: true }, {}]).split('\n')
    assert.equal(line, `1. "Beanie", reserved: may I be next?, LKR 12,500 ${origin}/item/piece-0`)
  })

  test('says that the customer has read the notice of the shop, before the address', () => {
    assert.deepEqual(messageOf({}, null, closed).split('\n').slice(2), [
      'I know that you are closed until Friday 4 December. I have read: “At a ∗fair∗.”',
      `${origin}/item/${id}`,
    ])
    assert.match(several([{}, {}], null, closed).split('\n')[3] ?? '', /^I know that you are closed until Friday 4 Dec/)
  })

  test('a long notice is cut to what is known, before titles, ids and prices', () => {
    const notice = { ...closed, noticeText: 'ක'.repeat(120) }
    const items = Array.from({ length: 10 }, (_, index) => ({ id: `${id}${index}`, title: 'ක'.repeat(120) }))
    const message = several(items, null, notice)
    assert.ok(urlLength(message) <= maxMessageUrl)
    assert.match(message, /\nI know that you are closed until Friday 4 December\.\n/)
    for (const item of items) assert.ok(message.includes(item.id))
  })
})

describe('enquiryMessage, of several items', () => {
  test('each has a line with its title, size, price and address; a sold one is asked for in words', () => {
    const message = several([{ title: 'Beanie' }, { title: 'Scarf', sold: true, price: null }], 'M')
    assert.deepEqual(message.split('\n'), [
      "Hello! I'm interested in these 2 pieces:",
      `1. "Beanie", Size: M, LKR 12,500 ${origin}/item/piece-0`,
      `2. "Scarf", sold: could you make another?, Size: M ${origin}/item/piece-1`,
    ])
  })

  test('ten with long titles share one link to the list of them', () => {
    const items = Array.from({ length: 10 }, (_, index) => ({
      id: `${id}${index}`,
      title: 'Midnight yoke sweater '.repeat(5),
    }))
    const lines = several(items).split('\n')
    assert.ok(urlLength(lines.join('\n')) <= maxMessageUrl)
    assert.equal(lines.length, 12)
    for (const line of lines.slice(1, 11)) assert.match(line, /"Midnight yoke .*", LKR 12,500$/)
    const list = enquiryListAt((lines.at(-1) ?? '').slice(origin.length))
    assert.deepEqual(
      list?.entries.map((entry) => entry.id),
      items.map((item) => item.id),
    )
  })

  for (const [what, fields, size] of [
    ['the longest texts in Sinhala', { title: 'ක'.repeat(120), size: 'ක'.repeat(60) }, 'ක'.repeat(60)],
    ['the longest choices in Sinhala', { title: 'ක'.repeat(120), size: `${'ක'.repeat(24)}, M` }, 'ක'.repeat(24)],
    ['emoji', { title: '🧶'.repeat(60), size: null }, null],
  ] as const) {
    test(`ten with ${what}: titles are cut, ids and prices are not`, () => {
      const items = Array.from({ length: 10 }, (_, index) => ({
        ...fields,
        id: `${id}${index}`,
        price: 999_999_999.99,
      }))
      const message = several(items, size)
      assert.ok(urlLength(message) <= maxMessageUrl, `${urlLength(message)} characters`)
      assert.ok(message.isWellFormed())
      for (const item of items) assert.ok(message.includes(item.id))
      assert.equal(message.split('LKR 999,999,999.99').length, 11)
    })
  }
})

describe('enquiryMessage, in other languages', () => {
  const all: ShopLanguages = ['en', 'si', 'ta']
  const longestEmail = `${'m'.repeat(88)}@wool.example`
  const notice: Notice = { ...closed, noticeText: 'ක'.repeat(120) }

  test('has the address of the page in its language; the first language has no prefix', () => {
    for (const [language, prefix] of [
      ['en', ''],
      ['si', '/si'],
      ['ta', '/ta'],
    ] as const) {
      const options = { shop: { ...noNotice, ...shop, languages: all }, texts: messagesByLanguage[language].enquiry }
      const one = enquiryMessage([{ item: beanie, size: null }], options)
      assert.equal(one.split('\n').at(-1), `${origin}${prefix}/item/${id}`)
      const lines = ['a', 'b'].map((each) => ({ item: { ...beanie, id: each }, size: null }))
      assert.match(enquiryMessage(lines, options), new RegExp(`${origin}${prefix}/item/b$`))
    }
  })

  for (const language of languages) {
    for (const state of ['reserved', 'sold'] as const) {
      test(`${language}: of a ${state} item in a shop with a notice, says its whole title and its state`, () => {
        const { enquiry } = messagesByLanguage[language]
        for (const noticeKind of ['closed', 'madeToOrder', 'orderBy'] as const) {
          for (const title of ['Midnight Yoke Sweater', 'நீலக் கம்பளி ஸ்வெட்டர்']) {
            const line = { item: { ...beanie, title, [state]: true }, size: 'M' }
            const ofShop = { ...closed, ...shop, noticeKind, email: 'nimali@wool.example', languages: all }
            const message = enquiryMessage([line], { shop: ofShop, texts: enquiry })
            assert.equal(message.split('\n')[0], fill(enquiry.greeting[state], { title, id }), noticeKind)
          }
        }
      })
    }
  }

  /** The texts of a language, with each of an enquiry corrected to the longest that is allowed. */
  const longestMessages = (language: Language) => {
    const ofEnquiry = words.filter((word) => word.language === language && /^(?:enquiry|channels)\./.test(word.key))
    const corrections = ofEnquiry.map((word) => {
      const placeholders = placeholdersOf(word.text).map((name) => `{${name}}`)
      const corrected = Array.from({ length: 300 }, (_, count) => placeholders.join(' ') + 'ක'.repeat(count))
      return [
        word.key,
        corrected.findLast((each) => findWordProblem(word, each) === undefined) ?? assert.fail(word.key),
      ]
    })
    return correctedMessages(language, { [language]: Object.fromEntries(corrections) })
  }

  for (const language of languages) {
    for (const state of ['reserved', 'sold'] as const) {
      for (const email of ['', 'nimali@wool.example']) {
        test(`${language}: of a ${state} item in a shop with ${email === '' ? 'no e-mail' : 'e-mail'}, says a long title in whole`, () => {
          const title = 'நீல ஸ்வெட்டர் '.repeat(4) + 'நீல'
          const line = { item: { ...beanie, title, [state]: true }, size: 'M' }
          const options = {
            shop: { ...closed, ...shop, email, languages: all },
            texts: messagesByLanguage[language].enquiry,
          }
          assert.ok(enquiryMessage([line], options).includes(title))
        })
      }
    }
  }

  for (const language of languages) {
    const messages = [messagesByLanguage[language], longestMessages(language)]
    for (const title of ['ක්‍ෂ්‍රේ'.repeat(17), 'க்ஷௌ'.repeat(24), '👩‍👩‍👧‍👦'.repeat(10), 'Shawl '.repeat(20)]) {
      for (const count of [1, 2, 10]) {
        test(`${language}: ${count} with the title ${title.slice(0, 6)}…: it is cut, never within a character, nor ids and prices`, () => {
          const items = Array.from({ length: count }, (_, index) => ({
            ...beanie,
            title,
            id: `${id}${index}`,
            price: 999_999_999.99,
            reserved: index % 2 === 0,
            sold: index % 2 === 1,
          }))
          const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
          const ofTitle = new Set(Array.from(segmenter.segment(title), ({ segment }) => segment))
          const [firstCharacter = ''] = ofTitle
          const wordings = messages.flatMap(({ channels, enquiry }) =>
            ['', longestEmail].map((email) => ({ channels, enquiry, email })),
          )
          for (const { channels, enquiry, email } of wordings) {
            const lines = items.map((item) => ({ item, size: 'ක'.repeat(24) }))
            const message = enquiryMessage(lines, {
              shop: { ...notice, ...shop, email, languages: all },
              texts: enquiry,
            })
            const urls = [
              messageUrl('9'.repeat(15), message),
              ...(email === '' ? [] : [mailUrl(email, channels.subject, message)]),
            ]
            for (const url of urls) assert.ok(url.length <= maxMessageUrl, `${url.length} characters`)
            for (const item of items) assert.ok(message.includes(item.id))
            if (count === 1) assert.ok(message.includes(firstCharacter), 'no title')
            assert.equal(message.split('999,999,999.99').length, count + 1)
            for (const [, cut = ''] of message.matchAll(/["“]([^"”]*)…["”]/g)) {
              for (const { segment } of segmenter.segment(cut)) assert.ok(ofTitle.has(segment), segment)
            }
          }
        })
      }
    }
  }
})

describe('chosenSize', () => {
  test('is one of the sizes to choose from, or the only one', () => {
    assert.equal(chosenSize({ size: 'S / M ~ L' }, { size: 'M - L' }), 'M ~ L')
    assert.equal(chosenSize({ size: 'S / M' }, { size: 'XL' }), null)
    assert.equal(chosenSize({ size: 'S / M' }, { size: null }), null)
    assert.equal(chosenSize({ size: 'One size' }, { size: 'XL' }), 'One size')
    assert.equal(chosenSize({ size: null }, { size: 'XL' }), null)
  })
})

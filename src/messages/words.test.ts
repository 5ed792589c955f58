import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { maxCorrections } from '../domain/corrections.ts'
import type { TextsByLanguage } from '../domain/texts-by-language.ts'
import { messagesByLanguage } from './languages.ts'
import { correctedMessages, createMessagesIn, findWord, findWordProblem, placeholdersOf, words } from './words.ts'

const get = (language: string, key: string) => findWord(language, key) ?? assert.fail(`${language} ${key}`)

describe('words', () => {
  test('are the texts of translations; names of languages and texts without words are none', () => {
    assert.equal(get('si', 'item.sold').english, 'Sold')
    assert.deepEqual(placeholdersOf(get('ta', 'item.photo').text), ['count', 'number'])
    for (const key of ['site.language', 'site.dateLocale', 'enquiry.asked.available', 'item.none', '__proto__']) {
      assert.equal(findWord('si', key), undefined, key)
    }
    assert.equal(findWord('en', 'item.sold'), undefined)
    assert.ok(words.length / 2 < maxCorrections)
  })

  test('every word can be corrected with its own text', () => {
    for (const word of words) assert.equal(findWordProblem(word, word.text), undefined, word.key)
  })
})

describe('findWordProblem', () => {
  const photo = get('si', 'item.photo')

  test('a placeholder may move, and be there twice', () => {
    assert.equal(findWordProblem(photo, '{count} / {number} ({number})'), undefined)
  })

  for (const [what, text] of [
    ['is missing', 'ඡායාරූපය {number}'],
    ['is misspelt', '{number} {counts}'],
    ['is unknown', '{number} {count} {title}'],
  ] as const) {
    test(`a placeholder that ${what} is refused`, () =>
      assert.deepEqual(findWordProblem(photo, text), { code: 'placeholdersDiffer' }))
  }

  test('a text of more than 300 characters is refused', () => {
    const sold = get('si', 'item.sold')
    assert.equal(findWordProblem(sold, 'x'.repeat(300)), undefined)
    assert.deepEqual(findWordProblem(sold, 'x'.repeat(301)), { code: 'tooLong', max: 300 })
  })

  for (const [key, placeholders, letters] of [
    ['enquiry.greeting.available', '{title} {id}', 117],
    ['enquiry.videoCall', '{title} {id}', 117],
    ['enquiry.greetingForSeveral', '{count}', 65],
    ['enquiry.asked.sold', '', 66],
    ['enquiry.notice.closed', '', 66],
    ['enquiry.size', '{size}', 12],
    ['channels.subject', '', 13],
  ] as const) {
    test(`${key}: a text that takes too much of the URL of a message is refused`, () => {
      const word = get('si', key)
      const textWith = (count: number) => placeholders + 'ක'.repeat(count)
      assert.equal(findWordProblem(word, textWith(letters)), undefined)
      assert.equal(findWordProblem(word, textWith(letters + 1))?.code, 'tooLong')
      const { max = 0 } = findWordProblem(word, textWith(220)) ?? {}
      assert.equal(findWordProblem(word, textWith(max - placeholders.length)), undefined)
    })
  }
})

describe('correctedMessages', () => {
  test('a correction changes its text alone, in its language alone', () => {
    const { si } = messagesByLanguage
    const corrected = correctedMessages('si', { si: { 'item.sold': 'විකුණුවා' } })
    assert.deepEqual(corrected, { ...si, item: { ...si.item, sold: 'විකුණුවා' } })
    assert.notEqual(si.item.sold, 'විකුණුවා')
    assert.equal(correctedMessages('ta', { si: { 'item.sold': 'විකුණුවා' } }), messagesByLanguage.ta)
  })

  test('what this version does not have, or has with other placeholders, is left out', () => {
    const stored = { si: { 'item.none': 'x', 'item.photo': 'x', 'site.language': 'ta', 'constructor.name': 'x' } }
    assert.equal(correctedMessages('si', stored), messagesByLanguage.si)
  })

  test('a text that is stored is shown although it takes too much of the URL of a message', () => {
    const greeting = `{title} {id} ${'ක'.repeat(220)}`
    const corrected = correctedMessages('si', { si: { 'enquiry.greeting.available': greeting } })
    assert.equal(corrected.enquiry.greeting.available, greeting)
  })

  test('English has no corrections', () => {
    assert.equal(correctedMessages('en', { en: { 'item.sold': 'Gone' } }), messagesByLanguage.en)
  })
})

test('createMessagesIn: texts are made once for the same corrections, and again for others', () => {
  let present: TextsByLanguage = { si: { 'item.sold': 'එක' } }
  const messagesIn = createMessagesIn(() => present)
  assert.equal(messagesIn('si').item.sold, 'එක')
  assert.equal(messagesIn('si'), messagesIn('si'))
  present = {}
  assert.equal(messagesIn('si'), messagesByLanguage.si)
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import * as fc from 'fast-check'

import { markMatches, queryTermsOf, termsOf } from './search-terms.ts'

const zwj = '\u200D'

describe('termsOf', () => {
  for (const [text, terms] of [
    ['Hand-knitted, 4-ply!', ['hand', 'knitted', '4', 'ply']],
    ['Crème BRÛLÉE Å Straße', ['creme', 'brulee', 'a', 'strasse']],
    ['අතින් ගෙතූ', ['අතින්', 'ගෙතූ']],
    ['கையால் பின்னிய', ['கையால்', 'பின்னிய']],
    ['ΟΔΟΣ οδος', ['οδοσ', 'οδοσ']],
    [`ක්${zwj}රීම්`, ['ක්රීම්']],
    ["Men's hats, WOMEN’S socks, O'Neill's", ['men', 'hats', 'women', 'socks', 'o', 'neill']],
    ["baby's size 's' 5's", ['baby', 'size', 's', '5', 's']],
    ['🧶 — …', []],
    [String.fromCodePoint(0xf_00_01), []],
  ] as const) {
    test(`${JSON.stringify(text)} has ${terms.length} terms`, () => assert.deepEqual(termsOf(text), terms))
  }
})

test('queryTermsOf: at most eight different words; one letter is no prefix', () => {
  const terms = queryTermsOf('a b a cc dd ee ff-gg-hh-ii-jj kk')
  assert.equal(terms.length, 8)
  assert.deepEqual(terms.slice(0, 3), [
    { term: 'a', isPrefix: false },
    { term: 'b', isPrefix: false },
    { term: 'cc', isPrefix: true },
  ])
  assert.ok(queryTermsOf('xy '.repeat(30_000)).length <= 8)
})

describe('markMatches', () => {
  /** With what is marked in brackets. */
  const mark = (text: string, words: string) =>
    markMatches(text, words)
      .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
      .join('')

  for (const [text, words, marked] of [
    ['Navy sweater', 'swe', 'Navy [swe]ater'],
    ['Navy sweater', 'navy sweater', '[Navy] [sweater]'],
    ['Crème brûlée', 'creme bru', '[Crème] [brû]lée'],
    ['Cafe\u0301', 'cafe', '[Cafe\u0301]'],
    ['Straße', 'strass', '[Straß]e'],
    ['s size', 's', '[s] size'],
    ['Men’s size S', "men's s", '[Men]’s size [S]'],
    ['ගෙතූ', 'ගෙ', '[ගෙ]තූ'],
    [`ක්${zwj}රීම්`, 'ක්රී', `[ක්${zwj}රී]ම්`],
    ['தொப்பி', 'தொப்', '[தொப்]பி'],
    ['<b>bold</b>', 'b', '<[b]>bold</[b]>'],
    ['anything', '', 'anything'],
    ['anything', '!', 'anything'],
    ['', 'a', ''],
  ] as const) {
    test(`${text}, searched for ${JSON.stringify(words)}`, () => assert.equal(mark(text, words), marked))
  }

  test('the parts always make up the text, and none is empty', () => {
    const letters = fc.constantFrom('a', 'É', 'e\u0301', 'ක', '්', zwj, 'ර', 'ී', 'தொ', 'ப்', ' ', '-', '👩🏽‍🎨', 'ß')
    const texts = fc.array(letters, { maxLength: 12 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(texts, texts, (text, words) => {
        const parts = markMatches(text, words)
        assert.equal(parts.map((part) => part.text).join(''), text)
        assert.ok(parts.every((part) => part.text !== ''))
      }),
    )
  })
})

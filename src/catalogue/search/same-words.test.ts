import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import * as fc from 'fast-check'

import { termsOf } from '../../domain/catalogue/search-terms.ts'
import { messagesByLanguage } from '../../messages/languages.ts'
import { fillerWords, sameWords } from '../../messages/search-words.ts'
import { canonicalTerm, isFiller } from './same-words.ts'

const canonicalOf = (text: string) => termsOf(text).map(canonicalTerm)
const groups = sameWords.map((group) => group.split(' '))

describe('sameWords', () => {
  test('has at least 40 groups, each of two words or more', () => {
    assert.ok(groups.length >= 40)
    for (const group of groups) assert.ok(group.length >= 2, group.join())
  })

  test('each word is one term, in one group, once', () => {
    const groupOf = new Map<string, string>()
    for (const word of groups.flat()) {
      const terms = termsOf(word)
      assert.equal(terms.length, 1, word)
      assert.equal(groupOf.get(terms[0] ?? ''), undefined, word)
      groupOf.set(terms[0] ?? '', word)
    }
  })

  test('words are NFC; those with a Sinhala conjunct have its joiner', () => {
    for (const word of [...sameWords, ...fillerWords]) {
      assert.equal(word, word.normalize('NFC'))
      assert.doesNotMatch(word, /(?<!ර)\u0DCA(?=ය)|\u0DCA(?=ර)/u)
    }
  })

  test('a word and its English plural with s are in the same group', () => {
    for (const [first = '', ...others] of groups) {
      for (const word of others.filter((each) => /^[a-z]{3,}[^isu]$/.test(each))) {
        assert.deepEqual(canonicalOf(`${word}s`), [first], word)
      }
    }
  })
})

test('the words of the shop’s own description mean the same in every language', () => {
  const garments = (text: string) =>
    new Set(canonicalOf(text).filter((term) => ['hat', 'scarf', 'sweater'].includes(term)))
  for (const { site } of Object.values(messagesByLanguage)) {
    assert.deepEqual(garments(site.description), new Set(['hat', 'scarf', 'sweater']), site.description)
  }
})

describe('canonicalTerm', () => {
  for (const [words, term] of [
    ['sweater Jumpers PULLOVER ස්වෙටර් ස්වීටර් ஸ்வெட்டர் ஸ்வெட்டர்கள்', 'sweater'],
    ['hats cap beanies තොප්පිය තොප්පි தொப்பி தொப்பிகள்', 'hat'],
    ['scarf scarves shawls සාළුව சால்வை', 'scarf'],
    ['gloves glove mittens', 'glove'],
    ['socks මේස් காலுறைகள்', 'sock'],
    ['ladies lady womens women', 'woman'],
    ['babies baby ළදරු', 'baby'],
    ['hoodies hoodie hoody', 'hoodie'],
    ['dresses dress', 'dress'],
    ['gray grey අළු சாம்பல்', 'grey'],
    ['ක්රොෂේ ක්‍රොෂේ crochet', 'crochet'],
    ['berries berry', 'berry'],
    ['boxes box', 'box'],
    ['brushes brush', 'brush'],
    ['sizes size', 'size'],
    ['sleeves sleeve', 'sleeve'],
    ['ties tie', 'tie'],
  ] as const) {
    test(`${words}: ${term}`, () => assert.deepEqual(new Set(canonicalOf(words)), new Set([term])))
  }

  for (const term of ['gas', 'cross', 'lotus', 'iris', 'm1s', 'été2s', 'ස්', 'தொப்ப', 'Ωs', 'hatton']) {
    test(`${term} stays`, () => assert.deepEqual(canonicalOf(term), termsOf(term)))
  }

  test('a canonical term is its own', () => {
    const letters = fc.string({
      unit: fc.constantFrom('a', 'e', 'i', 'o', 'u', 's', 'x', 'h', 'v', 'y', 'z'),
      maxLength: 8,
    })
    const ends = fc.constantFrom('s', 'es', 'ies', 'ves', 'sses', 'ches', 'uses', 'ises')
    const plural = fc.tuple(letters, ends).map((parts) => parts.join(''))
    const some = fc.oneof(plural, fc.string({ unit: 'binary' }), fc.constantFrom(...groups.flat()))
    fc.assert(
      fc.property(some, (text) => {
        for (const term of canonicalOf(text)) assert.equal(canonicalTerm(term), term)
      }),
      { numRuns: 2_000 },
    )
  })
})

test('isFiller: words that never decide a search, which are in no group', () => {
  const fillers = fillerWords.flatMap(termsOf)
  for (const filler of fillers) {
    assert.ok(isFiller(filler))
    assert.equal(canonicalTerm(filler), filler)
  }
  assert.equal(fillers.length, fillerWords.join(' ').split(' ').length)
  for (const term of ['sweater', 'wool', 's', '42', '']) assert.ok(!isFiller(term))
})

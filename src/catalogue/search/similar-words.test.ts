import assert from 'node:assert/strict'
import { test } from 'node:test'

import { similarWords } from './similar-words.ts'
import { Vocabulary } from './vocabulary.ts'

function similarTo(misspelt: string, words: readonly string[]): string[] {
  const vocabulary = new Vocabulary()
  words.forEach((word, row) => vocabulary.set(word, row, 0))
  return similarWords(vocabulary, misspelt).map(({ term }) => term)
}

/** As invented pieces have, which come before the others. */
const invented = (first: string, last = '') =>
  Array.from({ length: 40_000 }, (_, index) => `${first}${10_000 + index}${last}`)

test('similarWords: whole words are found among 10,000 of their length, and searched no longer', () => {
  assert.deepEqual(similarTo('zebras', ['zebrat', ...invented('a').slice(0, 9_000)]), ['zebrat', 'zebra', 'zebr'])
  assert.deepEqual(similarTo('zebras', ['zebrat', ...invented('a')]), ['zebra', 'zebr'])
})

test('similarWords: beginnings are found among 10,000 of them, and searched no longer', () => {
  assert.deepEqual(similarTo('zebrb', ['zebraskin', ...invented('z').slice(0, 1_000)]), ['zebr', 'zebra'])
  assert.deepEqual(similarTo('zebrb', ['zebraskin', ...invented('z', 'x')]), [])
})

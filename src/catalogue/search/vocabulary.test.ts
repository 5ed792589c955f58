import assert from 'node:assert/strict'
import { test } from 'node:test'

import { rowOf, type Postings } from './postings.ts'
import { Vocabulary } from './vocabulary.ts'

function vocabularyOf(...words: readonly string[]): Vocabulary {
  const vocabulary = new Vocabulary()
  for (const [row, word] of words.entries()) vocabulary.set(word, row, 0)
  return vocabulary
}

function rowsIn(found: readonly Postings[]): number[] {
  return found.flatMap(({ chunks }) => chunks.flatMap(({ entries, size }) => [...entries.subarray(0, size)].map(rowOf)))
}

test('wordsFrom: the words that begin like a text, in order, with the text itself', () => {
  const vocabulary = vocabularyOf('hatter', 'hat', 'ha', 'hau', 'hat\u{1F9F6}', 'hatch')
  assert.deepEqual(vocabulary.wordsFrom('hat'), ['hat', 'hatch', 'hatter', 'hat\u{1F9F6}'])
  vocabulary.set('hatband', 6, 0)
  assert.deepEqual(vocabulary.wordsFrom('hat'), ['hat', 'hatband', 'hatch', 'hatter', 'hat\u{1F9F6}'])
})

test('findWhole: the items with a word, its singular or its plural', () => {
  const vocabulary = vocabularyOf('hat', 'hats', 'hatter')
  assert.deepEqual(rowsIn(vocabulary.findWhole('hats')), [0, 1])
})

test('delete: words that no item has are dropped once they are many; the others can be found as before', () => {
  const unused = Array.from({ length: 1_100 }, (_, number) => `unused${number}`)
  const vocabulary = vocabularyOf('hat', 'hats', 'sock', ...unused)
  assert.equal(vocabulary.words().length, 1_103)
  for (const [index, word] of unused.entries()) vocabulary.delete(word, index + 3)
  assert.equal(vocabulary.words().filter((word) => vocabulary.count(word) > 0).length, 3)
  assert.ok(vocabulary.words().length < 200, `it still has ${vocabulary.words().length} words`)
  assert.deepEqual(rowsIn(vocabulary.findWhole('hat')), [0, 1])
  assert.deepEqual(rowsIn(vocabulary.findBeginnings('so')), [2])
})

test('set: a word that no item had any longer counts again', () => {
  const vocabulary = vocabularyOf('hat')
  vocabulary.delete('hat', 0)
  assert.deepEqual(rowsIn(vocabulary.findWhole('hat')), [])
  vocabulary.set('hat', 5, 0)
  assert.deepEqual(rowsIn(vocabulary.findWhole('hat')), [5])
})

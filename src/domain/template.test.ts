import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { fill, formatNumber, pluralOf } from './template.ts'

describe('fill', () => {
  test('puts every value in its place, whatever their order', () => {
    assert.equal(fill('{count} → {number}', { number: 1, count: 3 }), '3 → 1')
    assert.equal(fill('{name}, {name}', { name: 'Nimali' }), 'Nimali, Nimali')
    assert.equal(fill('No placeholders', {}), 'No placeholders')
  })

  test('values are not filled in themselves, and mean nothing to a replacement', () => {
    assert.equal(fill('{title}: {id}', { title: '{id} $& $1', id: 'x' }), '{id} $& $1: x')
  })

  test('a missing or misspelt placeholder is an error of types', () => {
    // @ts-expect-error `count` is missing.
    fill('Photo {number} of {count}', { number: 1 })
    // @ts-expect-error `sise` is not a placeholder.
    fill('Size: {size}', { size: 'S', sise: 'M' })
  })
})

test('pluralOf: the language decides about a number: 0 takes the form of one in Sinhala', () => {
  const forms = { one: 'one', other: 'other' }
  const formsOf = (language: string) => [0, 1, 2, 21].map((count) => pluralOf(forms, count, language))
  assert.deepEqual(formsOf('en'), ['other', 'one', 'other', 'other'])
  assert.deepEqual(formsOf('si'), ['one', 'one', 'other', 'other'])
  assert.deepEqual(formsOf('ta'), ['other', 'one', 'other', 'other'])
})

test('formatNumber: groups of three digits', () => {
  assert.equal(formatNumber(999), '999')
  assert.equal(formatNumber(1_250_000), '1,250,000')
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { english } from '../../../src/messages/english-browser.ts'
import type { ManagedItemJson } from '../managed-item.ts'
import { hasWords, insertByTime, readStateName, stateOf } from './list-view.ts'

const { manage } = english

describe('readStateName: a search can name a state', () => {
  const read = (words: string) => readStateName({ filter: 'all', words }, manage)

  for (const [words, filter, rest] of [
    ['sold', 'sold', ''],
    ['Hidden navy', 'hidden', 'navy'],
    ['navy  MADE TO ORDER scarf', 'madeToOrder', 'navy scarf'],
    ['removed', 'removed', ''],
    ['unsaved TEA', 'unsaved', 'tea'],
  ] as const) {
    test(`'${words}'`, () => assert.deepEqual(read(words), { filter, words: rest }))
  }

  test('words that name none, and part of a name', () => {
    for (const words of ['', 'navy', 'unsold', 'sol', 'made to', 'all']) assert.equal(read(words), undefined)
  })

  test('not next to another filter', () => {
    assert.equal(readStateName({ filter: 'hidden', words: 'sold' }, manage), undefined)
  })
})

test('stateOf: the server knows every filter but that of unsaved items', () => {
  assert.equal(stateOf({ filter: 'madeToOrder', words: '' }), 'madeToOrder')
  assert.equal(stateOf({ filter: 'unsaved', words: '' }), 'all')
})

function item(fields: object): ManagedItemJson {
  const least = { title: 'Tea Cosy', category: 'Home', tagline: '', color: null, size: null }
  return { ...least, ...fields } as unknown as ManagedItemJson
}

test('hasWords: finds the beginnings of words in the fields of a row, in any order and case', () => {
  const cosy = item({ color: 'Navy', size: 'L' })
  for (const words of ['', 'cosy TEA', 'nav', 'home l', 'te co']) assert.ok(hasWords(cosy, words), words)
  for (const words of ['osy', 'tea red', 'nav x']) assert.ok(!hasWords(cosy, words), words)
})

test('insertByTime: each item at its place in a list that is newest first', () => {
  const at = (second: number, title: string) => item({ title, createdAt: new Date(second * 1_000).toISOString() })
  const list = [at(9, 'nine'), at(5, 'five'), at(1, 'one')]
  const merged = insertByTime(list, [at(0, 'zero'), at(7, 'seven'), at(10, 'ten'), at(5, 'also five')])
  assert.deepEqual(
    merged.map(({ title }) => title),
    ['ten', 'nine', 'seven', 'five', 'also five', 'one', 'zero'],
  )
})

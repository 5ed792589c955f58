import assert from 'node:assert/strict'
import { test } from 'node:test'

import { mergeSuggestions, suggest } from './suggestions.ts'

const item = (category: string, size: string | null = null, color: string | null = null) => ({ category, size, color })

test('suggest: the most frequent values first, and nothing for fields without values', () => {
  const items = [item('Scarves', 'M'), item('Beanies', 'S / M'), item('Beanies', 'S / M')]
  assert.deepEqual(suggest(items), { category: ['Beanies', 'Scarves'], size: ['S / M', 'M'], color: [] })
  assert.deepEqual(suggest([]), { category: [], size: [], color: [] })
})

test('suggest: spellings that differ in case or spaces are one value, in the most frequent spelling', () => {
  const colors = ['ivory', 'Ivory', 'Ivory', 'Grey  blue', 'Caf\u00e9', 'Cafe\u0301', 'නිල්'].map((color) =>
    item('', null, color),
  )
  assert.deepEqual(suggest([...colors, item('', null, 'Grey blue')]).color, ['Ivory', 'Grey  blue', 'Caf\u00e9', 'නිල්'])
})

test('mergeSuggestions: each value once, the first ones first, and at most 100', () => {
  const recent = { category: ['Hats'], size: ['S / M'], color: [] }
  const many = Array.from({ length: 150 }, (_, index) => `${index}`)
  const merged = mergeSuggestions(recent, { category: ['Scarves', 'HATS'], size: ['M', 'S'], color: many })
  assert.deepEqual(merged, { category: ['Hats', 'Scarves'], size: ['S / M', 'M', 'S'], color: many.slice(0, 100) })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { suggest } from './use-suggestions.ts'

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

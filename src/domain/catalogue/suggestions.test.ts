import assert from 'node:assert/strict'
import { test } from 'node:test'

import { suggest } from './suggestions.ts'

const item = (category: string, size: string | null = null, color: string | null = null) => ({ category, size, color })

test('suggest: the most frequent values first, each size by itself, and nothing for fields without values', () => {
  const items = [item('Scarves', 'L'), item('Beanies', 'S / M'), item('Beanies', 'M, S'), item('Beanies', 'M')]
  assert.deepEqual(suggest(items), { category: ['Beanies', 'Scarves'], size: ['M', 'S', 'L'], color: [] })
  assert.deepEqual(suggest([]), { category: [], size: [], color: [] })
})

test('suggest: spellings that differ in case or spaces are one value, as the newest item spells it', () => {
  const colors = ['Ivory', 'ivory', 'IVORY', 'Grey  blue', 'Caf\u00e9', 'Cafe\u0301', 'නිල්'].map((color) =>
    item('', null, color),
  )
  assert.deepEqual(suggest([...colors, item('', null, 'Grey blue')]).color, ['Ivory', 'Grey blue', 'Caf\u00e9', 'නිල්'])
})

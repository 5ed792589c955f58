import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Item } from '../../src/domain/item.ts'
import { noFields } from '../../src/domain/item/item-fields.ts'
import { categoriesOf } from './load-browse.ts'

const item = (category: string): Item => ({
  ...noFields,
  id: 'a',
  createdAt: new Date(0),
  category,
  sold: false,
})

test('categoriesOf: those of most items first, in the spelling of the newest', () => {
  const items = ['Caps', 'Shawls', 'SHAWLS ', 'Socks', 'shawls', 'socks'].map(item)
  assert.deepEqual(categoriesOf(items), ['Shawls', 'Socks', 'Caps'])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { noFields } from '../../src/domain/item-fields.ts'
import type { Item } from '../../src/domain/item.ts'
import { categoriesOf } from './load-browse.ts'

const item = (category: string): Item => ({
  ...noFields,
  id: category,
  createdAt: new Date(0),
  category,
  sold: false,
  reserved: false,
})

test('categoriesOf: those of most items first, in the spelling of the newest, with that item', () => {
  const items = ['Caps', 'Shawls', 'SHAWLS ', 'Socks', 'shawls', 'socks'].map(item)
  const found = categoriesOf(items).map(({ name, newest }) => [name, newest.id])
  assert.deepEqual(found, [
    ['Shawls', 'Shawls'],
    ['Socks', 'Socks'],
    ['Caps', 'Caps'],
  ])
})

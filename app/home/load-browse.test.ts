import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Item } from '../../src/domain/item.ts'
import { noDetails } from '../../src/domain/item/item-details.ts'
import { categoriesOf } from './load-browse.ts'

const item = (category: string): Item => ({
  ...noDetails,
  id: 'a',
  createdAt: new Date(0),
  title: '',
  tagline: '',
  price: null,
  category,
  imageUrl: '',
  size: null,
  color: null,
  description: null,
  photos: [],
  sold: false,
})

test('categoriesOf: those of most items first, in the spelling of the newest', () => {
  const items = ['Caps', 'Shawls', 'SHAWLS ', 'Socks', 'shawls', 'socks'].map(item)
  assert.deepEqual(categoriesOf(items), ['Shawls', 'Socks', 'Caps'])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { queryOf, storedItem } from '../../search/test-support.ts'
import type { ItemDocument } from '../item-document.ts'
import { MirroredItems } from './mirrored-items.ts'

function documentOf(minute: number, category: string): ItemDocument {
  const item = storedItem(minute, { category })
  const time = item.createdAt.getTime() * 1_000
  return { item, hidden: false, removedAt: null, listedAt: time, addedAt: time, updatedAt: time, faults: [] }
}

test('a change that fails writes nothing, and later ones are counted and found as if it had not been', (t) => {
  const items = new MirroredItems()
  t.after(() => items.close())
  while (items.indexNext(10));
  const other = documentOf(2, 'Shawls')
  const broken = { ...other, item: { ...other.item, createdAt: new Date(Number.NaN) } }
  assert.throws(() => items.put([documentOf(1, 'Hats'), broken]))
  assert.equal(items.size, 0)
  items.put([documentOf(3, 'Socks')])
  items.put([documentOf(4, 'Hats')])
  assert.equal(items.size, 2)
  const { total, categories } = items.index.overview()
  assert.equal(total, 2)
  assert.deepEqual(
    categories.map(({ name, count }) => [name, count]),
    [
      ['Hats', 1],
      ['Socks', 1],
    ],
  )
  for (const [category, id] of [
    ['hats', 'item4'],
    ['socks', 'item3'],
  ] as const) {
    assert.deepEqual(items.index.search(queryOf({ category }), 9).ids, [id])
  }
})

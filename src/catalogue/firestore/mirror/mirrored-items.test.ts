import assert from 'node:assert/strict'
import { test } from 'node:test'

import { queryOf, storedItem } from '../../search/test-support.ts'
import type { ItemDocument } from '../item-document.ts'
import { MirroredItems } from './mirrored-items.ts'

function documentOf(minute: number, category: string, updatedAt = 0): ItemDocument {
  const item = storedItem(minute, { category, imageUrl: `/photos/${String(minute).padStart(32, '0')}.jpg` })
  const time = item.createdAt.getTime() * 1_000
  return {
    item,
    hidden: false,
    removedAt: null,
    reservedUntil: null,
    listedAt: time,
    addedAt: time,
    updatedAt: time + updatedAt,
    faults: [],
  }
}

function idsOf({ index }: MirroredItems, query: Parameters<typeof queryOf>[0] = {}): readonly string[] {
  return index.search(queryOf(query), 99).ids
}

test('documents that are written, changed and deleted while the index is filled are in it as they are then', () => {
  const items = new MirroredItems(() => null)
  items.put([1, 2, 3, 4, 5, 6].map((minute) => documentOf(minute, 'Hats')))
  assert.equal(items.indexNext(2, 99), true)
  items.put([documentOf(1, 'Socks', 1), documentOf(6, 'Socks', 1), documentOf(0, 'Hats'), documentOf(7, 'Hats')])
  items.delete(['item2', 'item5'])
  assert.equal(items.isFilled, false)
  while (items.indexNext(2, 99));
  assert.equal(items.isFilled, true)
  assert.deepEqual(idsOf(items), ['item7', 'item6', 'item4', 'item3', 'item1', 'item0'])
  assert.deepEqual(idsOf(items, { category: 'socks' }), ['item6', 'item1'])
})

test('of more items than the limit the oldest are left out, at the first filling and later', () => {
  const items = new MirroredItems(() => null)
  items.put([3, 1, 4, 2].map((minute) => documentOf(minute, 'Hats')))
  while (items.indexNext(2, 3));
  assert.deepEqual([idsOf(items), items.size], [['item4', 'item3', 'item2'], 3])
  items.put([documentOf(5, 'Hats')])
  assert.deepEqual(items.trim(3), ['item2'])
  assert.deepEqual([idsOf(items), items.size], [['item5', 'item4', 'item3'], 3])
  const usedPhotos = [1, 2, 3, 4, 5].filter((minute) => items.findByPhoto(String(minute).padStart(32, '0')))
  assert.deepEqual(usedPhotos, [3, 4, 5])
})

test('an item whose time another program has changed is found once, at its new place', () => {
  const items = new MirroredItems(() => null)
  items.put([1, 2, 3].map((minute) => documentOf(minute, 'Hats')))
  while (items.indexNext(9, 9));
  const moved = documentOf(9, 'Hats', 1)
  items.put([{ ...moved, item: { ...moved.item, id: 'item1' } }])
  assert.deepEqual(idsOf(items), ['item1', 'item3', 'item2'])
})

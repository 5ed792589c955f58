import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { itemListSize, parseNewItem } from '../../src/domain/item.ts'
import { demoItems, fieldsOf } from './demo-items.ts'

describe('demo items', () => {
  it('fit on the home page, and one has no price', () => {
    assert.equal(demoItems.length, 14)
    assert.ok(demoItems.length <= itemListSize)
    assert.equal(demoItems.filter(({ price }) => price === null).length, 1)
  })

  it('some have several photos, one has four', () => {
    const counts = demoItems.map(({ closeUps }) => 1 + closeUps.length)
    assert.ok(counts.filter((count) => count > 1).length >= 4)
    assert.equal(Math.max(...counts), 4)
  })

  it('have unique titles and looks', () => {
    assert.equal(new Set(demoItems.map(({ title }) => title)).size, demoItems.length)
    assert.equal(new Set(demoItems.map(({ look }) => look)).size, demoItems.length)
  })

  for (const demoItem of demoItems) {
    it(`${demoItem.title} is a valid item`, () => {
      const item = { ...fieldsOf(demoItem), imageUrl: '', photos: ['0123456789abcdef0123456789abcdef'] }
      assert.deepEqual(parseNewItem(item), item)
    })
  }
})

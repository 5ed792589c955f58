import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { itemListSize, parseNewItem } from '../../src/domain/item.ts'
import { fieldsOf, pieces } from './pieces.ts'

describe('pieces of the demo', () => {
  it('all fit on the home page, and one has no price', () => {
    assert.equal(pieces.length, 14)
    assert.ok(pieces.length <= itemListSize)
    assert.equal(pieces.filter(({ price }) => price === null).length, 1)
  })

  it('some have several photos, and one has four', () => {
    const counts = pieces.map(({ closeUps }) => 1 + closeUps.length)
    assert.ok(counts.filter((count) => count > 1).length >= 4)
    assert.equal(Math.max(...counts), 4)
  })

  it('have titles and looks of their own', () => {
    assert.equal(new Set(pieces.map(({ title }) => title)).size, pieces.length)
    assert.equal(new Set(pieces.map(({ look }) => look)).size, pieces.length)
  })

  for (const piece of pieces) {
    it(`${piece.title} is a valid item as it stands`, () => {
      const item = { ...fieldsOf(piece), imageUrl: '', photos: ['0123456789abcdef0123456789abcdef'] }
      assert.deepEqual(parseNewItem(item), item)
    })
  }
})

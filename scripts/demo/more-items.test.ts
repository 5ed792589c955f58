import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { parseNewItem } from '../../src/domain/item.ts'
import { demoItems } from './demo-items.ts'
import { createMoreItems } from './more-items.ts'

describe('more items of the demo', () => {
  const items = createMoreItems(986)

  it('are valid, like one of the 14, and have titles of their own', () => {
    for (const { fields, like } of items) {
      const request = { ...fields, imageUrl: '', photos: ['0123456789abcdef0123456789abcdef'] }
      assert.deepEqual(parseNewItem(request), request)
      assert.ok(demoItems[like])
    }
    const titles = [...demoItems, ...items.map(({ fields }) => fields)].map(({ title }) => title)
    assert.equal(new Set(titles).size, titles.length)
  })

  it('106 of them have every state, categories of different sizes, and three scripts', () => {
    const some = createMoreItems(106)
    for (const hasState of [
      ({ sold }) => sold,
      ({ fields }) => fields.madeToOrder,
      ({ fields }) => fields.price === null,
      ({ fields }) => /\p{Script=Sinhala}/u.test(fields.category),
      ({ fields }) => /\p{Script=Tamil}/u.test(fields.category),
    ] satisfies ((item: (typeof some)[number]) => boolean)[]) {
      assert.ok(some.filter(hasState).length >= 3)
    }
    const sizes = Map.groupBy(some, ({ fields }) => fields.category)
    assert.ok(sizes.size > 12)
    assert.ok(new Set([...sizes.values()].map(({ length }) => length)).size > 4)
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { initialState } from '../../src/domain/item-state.ts'
import { parseNewItem, withPhotos } from '../../src/domain/item.ts'
import { english } from '../../src/messages/english-browser.ts'
import { describeConflict, hasSameContent, toFormFields, type ManagedItemJson } from './managed-item.ts'

function managed(fields: object): ManagedItemJson {
  const item = withPhotos(parseNewItem({ title: 'Beanie', imageUrl: 'https://example.com/a.jpg', ...fields }), [])
  return { ...item, ...initialState, id: 'a', createdAt: '', removedAt: null, version: '1' }
}

test('toFormFields: the form has every field as text, from which the same item is parsed', () => {
  const details = {
    madeToOrder: true,
    weeksToMake: 3,
    yarn: 'Wool',
    measurements: '2 cm',
    care: 'Dry',
    focus: { x: 7, y: 0 },
  }
  for (const item of [managed({}), managed({ ...details, price: 4_500.5 })]) {
    assert.deepEqual({ ...item, ...parseNewItem(toFormFields(item)) }, item)
  }
})

test('describeConflict: names what somebody else changed, field by field', () => {
  const before = managed({ madeToOrder: true, yarn: 'Wool', care: 'Dry' })
  const now = managed({ yarn: 'Silk', focus: { x: 1, y: 2 } })
  assert.deepEqual(describeConflict(before, now, english.manage).fields, {
    madeToOrder: 'They unticked this.',
    yarn: 'They wrote: Silk',
    care: 'They cleared this.',
    focus: 'They changed the part that cards show.',
  })
  assert.equal(describeConflict(now, before, english.manage).fields['madeToOrder'], 'They ticked this.')
  assert.deepEqual([hasSameContent(before, managed(before)), hasSameContent(before, now)], [true, false])
})

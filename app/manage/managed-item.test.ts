import assert from 'node:assert/strict'
import { test } from 'node:test'

import { initialState } from '../../src/domain/item-state.ts'
import { parseNewItem, withPhotos } from '../../src/domain/item.ts'
import { imageUrlOf } from '../../src/domain/photo.ts'
import { english } from '../../src/messages/english-browser.ts'
import { findConflict, hasSameContent, toFormFields, type ManagedItemJson } from './managed-item.ts'

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

function conflictOf(before: ManagedItemJson, now: ManagedItemJson, sent: readonly object[] = []) {
  const requests = sent.map((fields) => parseNewItem({ ...toFormFields(before), ...fields }))
  return findConflict({ before, now: { ...now, version: '2' }, sent: requests }, english.manage)?.fields
}

test('findConflict: names what somebody else changed, field by field', () => {
  const before = managed({ madeToOrder: true, yarn: 'Wool', care: 'Dry' })
  const now = managed({ yarn: 'Silk', focus: { x: 1, y: 2 } })
  assert.deepEqual(conflictOf(before, now), {
    madeToOrder: 'They unticked this.',
    yarn: 'They wrote: Silk',
    care: 'They cleared this.',
    focus: 'They changed the part that cards show.',
  })
  assert.equal(conflictOf(now, before)?.['madeToOrder'], 'They ticked this.')
  assert.deepEqual([hasSameContent(before, managed(before)), hasSameContent(before, now)], [true, false])
})

test('findConflict: what the user has sent is no conflict, but another state is', () => {
  const [before, now] = [managed({}), managed({ yarn: 'Wool', care: 'Dry', price: 12_500 })]
  const sent = [{ yarn: 'Wool', care: 'Dry ', price: '12,500' }]
  assert.equal(conflictOf(before, now, sent), undefined)
  assert.equal(conflictOf(before, now, [...sent, { yarn: 'Silk', care: 'Dry', price: '12,500' }]), undefined)
  assert.deepEqual(conflictOf(before, { ...now, care: 'Wet' }, sent), { care: 'They wrote: Wet' })
  assert.deepEqual(conflictOf(before, { ...now, sold: true }, sent), {})
  assert.deepEqual(findConflict({ before, now: before, sent: [] }, english.manage)?.fields, {})

  const photo = { id: '1'.repeat(32), width: 1440, height: 1080, placeholder: '' }
  const withPhoto = { ...before, photos: [photo], imageUrl: imageUrlOf(photo) }
  assert.equal(conflictOf(before, withPhoto, [{ photos: [photo.id] }]), undefined)
})

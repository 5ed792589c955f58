import assert from 'node:assert/strict'
import { test } from 'node:test'

import { recheckUpload, movePhoto, removePhoto, replacePhoto, remainingSlots, type Photos } from './draft-photo.ts'

const photos: Photos = ['a', 'b', 'c'].map((key) => ({ key, name: `${key}.jpg` }))

function keysOf(list: Photos): string {
  return list.map(({ key }) => key).join('')
}

test('movePhoto: a photo moves to another position, and the others shift', () => {
  assert.equal(keysOf(movePhoto(photos, 'a', 2)), 'bca')
  assert.equal(keysOf(movePhoto(photos, 'c', 0)), 'cab')
  assert.equal(keysOf(movePhoto(photos, 'b', 1)), 'abc')
})

test('movePhoto, replacePhoto: a removed photo neither moves nor comes back', () => {
  const rest = removePhoto(photos, 'b')
  assert.equal(keysOf(movePhoto(rest, 'b', 0)), 'ac')
  assert.equal(keysOf(replacePhoto(rest, { key: 'b', name: 'b.jpg' })), 'ac')
})

test('remainingSlots: an item has at most eight photos', () => {
  assert.equal(remainingSlots(photos), 5)
  assert.equal(remainingSlots([...photos, ...photos, ...photos]), 0)
})

test('recheckUpload: an upload is checked again, unless the file is missing', () => {
  const photo = { id: '0'.repeat(32), width: 1440, height: 1080, placeholder: '' }
  const sent = { key: 'a', name: 'a.jpg', blob: new Blob(['a']), sha256: '1'.repeat(64), photo }
  assert.equal(recheckUpload(sent).photo, undefined)
  assert.equal(recheckUpload(sent).blob, sent.blob)
  const existing = { key: photo.id, name: '', photo }
  assert.deepEqual(recheckUpload(existing), existing)
})

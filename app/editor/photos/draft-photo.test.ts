import assert from 'node:assert/strict'
import { test } from 'node:test'

import { askAnew, movePhoto, removePhoto, replacePhoto, roomFor } from './draft-photo.ts'
import type { Photos } from './draft-photo.ts'

const photos: Photos = ['a', 'b', 'c'].map((key) => ({ key, name: `${key}.jpg` }))

function keysOf(of: Photos): string {
  return of.map(({ key }) => key).join('')
}

test('a photo moves to another place, and the others make room', () => {
  assert.equal(keysOf(movePhoto(photos, 'a', 2)), 'bca')
  assert.equal(keysOf(movePhoto(photos, 'c', 0)), 'cab')
  assert.equal(keysOf(movePhoto(photos, 'b', 1)), 'abc')
})

test('one that is gone by now neither moves nor comes back', () => {
  const left = removePhoto(photos, 'b')
  assert.equal(keysOf(movePhoto(left, 'b', 0)), 'ac')
  assert.equal(keysOf(replacePhoto(left, { key: 'b', name: 'b.jpg' })), 'ac')
})

test('a piece has room for eight photos', () => {
  assert.equal(roomFor(photos), 5)
  assert.equal(roomFor([...photos, ...photos, ...photos]), 0)
})

test('one that was kept for some time is asked for anew, unless it cannot be sent again', () => {
  const photo = { id: '0'.repeat(32), width: 1440, height: 1080, placeholder: '' }
  const sent = { key: 'a', name: 'a.jpg', blob: new Blob(['a']), sha256: '1'.repeat(64), photo }
  assert.equal(askAnew(sent).photo, undefined)
  assert.equal(askAnew(sent).blob, sent.blob)
  const had = { key: photo.id, name: '', photo }
  assert.deepEqual(askAnew(had), had)
})

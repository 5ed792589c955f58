import assert from 'node:assert/strict'
import { test } from 'node:test'

import { newestOf } from './backup-folder.ts'

const now = new Date('2026-11-22T13:00:00.000Z')
const [old, recent, ahead] = ['2026-11-01T031000.000Z', '2026-11-22T031000.000Z', '2026-12-20T031000.000Z'] as const

test('the newest backup is the last one that is not from the future', () => {
  assert.equal(newestOf([], now), undefined)
  assert.equal(newestOf([old, recent], now), recent)
  assert.equal(newestOf([old, recent, ahead], now), recent)
  assert.equal(newestOf([ahead], now), ahead)
})

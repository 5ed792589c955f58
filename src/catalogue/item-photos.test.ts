import assert from 'node:assert/strict'
import { test } from 'node:test'

import { pino } from 'pino'

import { markPhotosUsed } from './item-photos.ts'

test('markPhotosUsed: a failure is logged, and the other photos are marked', async () => {
  const [first, second] = ['a', 'b'].map((digit) => ({ id: digit.repeat(32), width: 1, height: 1, placeholder: '' }))
  assert.ok(first && second)
  const marked: string[] = []
  const markUsed = async (id: string) => {
    if (id === first.id) throw new Error('The bucket answered 429.')
    marked.push(id)
    return second
  }
  const logged: unknown[] = []
  const log = pino({ base: null }, { write: (line) => logged.push(JSON.parse(line)) })
  await markPhotosUsed({ photos: [first, second] }, { photos: { markUsed }, log })
  assert.deepEqual(marked, [second.id])
  const [line, ...more] = logged as { photo?: string; msg?: string }[]
  assert.deepEqual([line?.photo, line?.msg, more], [first.id, 'a photo could not be marked as used', []])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { pino } from 'pino'

import { storedItem } from '../search/test-support.ts'
import { IndexFilling } from './index-filling.ts'
import type { AddedItem } from './item-table.ts'

const refusal = { code: 'storage-unavailable' }

/** Fills an index from one item, which cannot be read the first times. */
function open(failures: number) {
  const lines: string[] = []
  const log = pino(
    { base: null },
    { write: (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg) },
  )
  const added: AddedItem = { item: storedItem(1), changedAt: new Date(), seq: 1 }
  let reads = 0
  const addedAfter = (last: AddedItem | undefined) => {
    reads += 1
    if (reads <= failures) throw new Error('the disk fails')
    return last === undefined ? [added] : []
  }
  const filled = Promise.withResolvers<void>()
  const filling = new IndexFilling({ addedAfter }, log, filled.resolve)
  return { filling, filled: filled.promise, lines }
}

test('an index of few items is filled at once, and says nothing', async () => {
  const { filling, lines } = open(0)
  assert.equal(filling.isFilled, true)
  assert.equal((await filling.wait()).has('item1'), true)
  await filling.stop()
  assert.deepEqual(lines, [])
})

test('while items cannot be read, searches that wait are refused, and the log says it once; then the index is filled', async () => {
  const { filling, filled, lines } = open(2)
  for (const _ of [1, 2]) await assert.rejects(filling.wait(), refusal)
  assert.deepEqual([filling.isFilled, lines], [false, ['The index of the catalogue cannot be filled.']])
  await filled
  assert.equal((await filling.wait()).has('item1'), true)
  await filling.stop()
  assert.deepEqual(lines, ['The index of the catalogue cannot be filled.', 'The index of the catalogue was filled.'])
})

test('an index that is stopped while items cannot be read refuses the searches that wait', async () => {
  const { filling } = open(Infinity)
  await assert.rejects(filling.wait(), refusal)
  await filling.stop()
  await assert.rejects(filling.wait(), refusal)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'

import * as fc from 'fast-check'

import { fieldOf, Postings, rowOf } from './postings.ts'

function entriesOf({ chunks }: Postings): [row: number, field: number][] {
  return chunks.flatMap(({ entries, size }) =>
    Array.from(entries.subarray(0, size), (entry): [number, number] => [rowOf(entry), fieldOf(entry)]),
  )
}

test('Postings: after any changes they have each row once, in order, with its last field', () => {
  const row = fc.nat(3_000)
  const change = fc.record({ row, field: fc.option(fc.nat(7)) })
  fc.assert(
    fc.property(fc.array(change, { minLength: 3_000, maxLength: 6_000 }), (changes) => {
      const postings = new Postings()
      const expected = new Map<number, number>()
      for (const { row: changed, field } of changes) {
        if (field === null) {
          postings.delete(changed)
          expected.delete(changed)
        } else {
          postings.set(changed, field)
          expected.set(changed, field)
        }
      }
      assert.deepEqual(
        entriesOf(postings),
        [...expected].toSorted(([a], [b]) => a - b),
      )
      assert.deepEqual([postings.size, postings.isEmpty], [expected.size, expected.size === 0])
    }),
    { numRuns: 20 },
  )
})

test('Postings: a long list that is filled from its end, and from its beginning, is whole', () => {
  for (const rows of [Array.from({ length: 5_000 }, (_, n) => n), Array.from({ length: 5_000 }, (_, n) => 5_000 - n)]) {
    const postings = new Postings()
    for (const row of rows) postings.set(row, row % 8)
    assert.deepEqual(
      entriesOf(postings),
      rows.toSorted((a, b) => a - b).map((row) => [row, row % 8]),
    )
    for (const row of rows) postings.delete(row)
    assert.ok(postings.isEmpty)
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { array, assert as check, boolean, constantFrom, nat, property, record } from 'fast-check'

import { createStreamsByClient } from './streams-by-client.ts'

test('oldestOfMost: the oldest stream of the client with the most streams', () => {
  const streams = createStreamsByClient<number>()
  assert.equal(streams.oldestOfMost(), undefined)
  for (const [client, stream] of [
    ['a', 1],
    ['b', 2],
    ['b', 3],
    ['c', 4],
  ] as const)
    streams.add(client, stream)
  assert.equal(streams.oldestOfMost(), 2)
  streams.delete('b', 2)
  assert.deepEqual([streams.size, streams.countOf('b'), streams.countOf('nobody')], [3, 1, 0])
})

test('createStreamsByClient: counts are right after any order of add and delete', () => {
  const step = record({ isAdded: boolean(), client: constantFrom('a', 'b', 'c'), stream: nat(5) })
  check(
    property(array(step, { maxLength: 60 }), (steps) => {
      const streams = createStreamsByClient<number>()
      const model = new Map(['a', 'b', 'c'].map((client) => [client, new Set<number>()]))
      for (const { isAdded, client, stream } of steps) {
        const held = model.get(client) ?? new Set()
        model.set(client, held)
        if (isAdded) held.add(stream)
        else held.delete(stream)
        if (isAdded) streams.add(client, stream)
        else streams.delete(client, stream)
      }
      const counts = [...model.values()].map((held) => held.size)
      assert.equal(
        streams.size,
        counts.reduce((sum, count) => sum + count, 0),
      )
      for (const [client, held] of model) assert.equal(streams.countOf(client), held.size)
      const oldest = [...model.values()].filter((held) => held.size === Math.max(...counts)).map(([first]) => first)
      assert.ok(oldest.includes(streams.oldestOfMost()))
    }),
  )
})

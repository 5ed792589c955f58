import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { array, assert as check, boolean, constantFrom, nat, property, record } from 'fast-check'

import { FairSlots, type FairSlotsOptions } from './fair-slots.ts'

/** Slots named by their client and number, such as `a1`, taken in this order. */
function fill(names: readonly string[], options: Partial<FairSlotsOptions> = {}) {
  const slots = new FairSlots<string>({ all: names.length, loses: 'oldest', replacesOwn: true, ...options })
  const take = (name: string) => slots.take(name, name.charAt(0))
  for (const name of names) assert.equal(take(name), undefined)
  return { slots, take }
}

describe('FairSlots: when none is free', () => {
  test('the client with the most loses its oldest or its newest', () => {
    assert.equal(fill(['a1', 'b1', 'b2', 'b3', 'c1']).take('a2'), 'b1')
    assert.equal(fill(['a1', 'b1', 'b2', 'b3', 'c1'], { loses: 'newest' }).take('a2'), 'b3')
  })

  test('of several with the most, that loses one which has had that many for longest', () => {
    assert.equal(fill(['a1', 'b1', 'b2', 'a2', 'c1']).take('d1'), 'b1')
  })

  test('a newcomer of the client with the most replaces another one of it, or gets none', () => {
    assert.equal(fill(['a1', 'b1', 'b2', 'a2']).take('a3'), 'a1')
    const { slots, take } = fill(['a1', 'b1', 'b2', 'a2'], { replacesOwn: false })
    assert.equal(take('a3'), 'a3')
    assert.deepEqual([slots.size, slots.countOf('a')], [4, 2])
  })

  test('a slot that is taken again loses none, and becomes the newest', () => {
    const { take } = fill(['b1', 'b2', 'b3'])
    assert.equal(take('b1'), undefined)
    assert.equal(take('a1'), 'b2')
  })

  test('there are no more slots than that, from any client', () => {
    const { slots, take } = fill(['a1', 'a2', 'a3'])
    for (const name of ['b1', 'b2', 'c1', 'd1', 'e1', 'e2', 'e3']) take(name)
    assert.equal(slots.size, 3)
  })
})

test('FairSlots: the counts and the loser are right after any order of taking and releasing', () => {
  const step = record({ isTaken: boolean(), client: constantFrom('a', 'b', 'c'), number: nat(5) })
  check(
    property(array(step, { maxLength: 60 }), (steps) => {
      const slots = new FairSlots<string>({ all: 6, loses: 'oldest', replacesOwn: false })
      const model = new Map<string, Set<string>>(['a', 'b', 'c'].map((client) => [client, new Set()]))
      const sizes = () => [...model.values()].map((held) => held.size)
      for (const { isTaken, client, number } of steps) {
        const [slot, held] = [`${client}${number}`, model.get(client) ?? new Set()]
        if (!isTaken) {
          assert.equal(slots.release(slot), held.delete(slot))
          continue
        }
        const [isNew, before] = [!held.delete(slot), sizes()]
        const lost = slots.take(slot, client)
        assert.equal(lost !== undefined, isNew && before.reduce((sum, count) => sum + count, 0) === 6)
        if (lost === slot) assert.equal(held.size, Math.max(...before))
        else held.add(slot)
        if (lost !== undefined && lost !== slot) {
          const loser = model.get(lost.charAt(0))
          assert.equal(loser?.size, Math.max(...before))
          assert.equal(loser?.values().next().value, lost)
          loser?.delete(lost)
        }
      }
      assert.deepEqual(
        ['a', 'b', 'c'].map((client) => slots.countOf(client)),
        sizes(),
      )
    }),
  )
})

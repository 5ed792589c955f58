import assert from 'node:assert/strict'
import { test } from 'node:test'

import { english } from '../../../src/messages/english-browser.ts'
import type { ManagedItemJson } from '../managed-item.ts'
import { countByFilter, matchesSearch, toListedItems, type ListFilter } from './list-filter.ts'

type State = Partial<Pick<ManagedItemJson, 'sold' | 'hidden' | 'madeToOrder' | 'removedAt'>>

function listed(states: Readonly<Record<string, State>>, unsavedIds: readonly string[] = []) {
  const initial = { tagline: 'Soft', color: 'Navy', sold: false, hidden: false, madeToOrder: false, removedAt: null }
  const items = Object.entries(states).map(([id, state]) => Object.assign({ id, title: `Tea ${id}` }, initial, state))
  return toListedItems(items as unknown as ManagedItemJson[], new Set(unsavedIds), english.manage)
}

for (const [name, state, filters] of [
  ['an item', {}, ['all', 'available']],
  ['made to order', { madeToOrder: true }, ['all', 'madeToOrder']],
  ['sold wins over made to order', { sold: true, madeToOrder: true }, ['all', 'sold']],
  ['hidden is not available', { hidden: true }, ['all', 'hidden']],
  ['hidden and sold', { hidden: true, sold: true }, ['all', 'sold', 'hidden']],
  ['removed', { removedAt: '2026-11-22', sold: true }, []],
] as const satisfies readonly (readonly [string, State, readonly ListFilter[]])[]) {
  test(`filters of an item: ${name}: ${filters.join(', ') || 'none'}`, () => {
    assert.deepEqual([...(listed({ one: state })[0]?.filters ?? [])], filters)
  })
}

test('filters: each has the number of its items, removed ones not counted', () => {
  const items = listed({ a: {}, b: { sold: true }, c: { hidden: true }, d: { removedAt: '2026-11-22' } }, ['b', 'd'])
  assert.deepEqual(countByFilter(items), { all: 3, available: 1, madeToOrder: 0, sold: 1, hidden: 1, unsaved: 1 })
})

test('search: knows words of an item and its states, in any order and case', () => {
  const items = listed({ a: {}, b: { sold: true }, c: { hidden: true }, d: { removedAt: '2026-11-22' }, e: {} }, ['e'])
  const found = (query: string) => items.filter((one) => matchesSearch(one, query)).map(({ item }) => item.id)
  assert.deepEqual(found('sold'), ['b'])
  assert.deepEqual(found('Hidden navy'), ['c'])
  assert.deepEqual(found('removed'), ['d'])
  assert.deepEqual(found('unsaved TEA'), ['e'])
  assert.deepEqual(found('available'), ['a', 'e'])
  assert.deepEqual(found(' '), ['a', 'b', 'c', 'd', 'e'])
  assert.deepEqual(found('sold hidden'), [])
})

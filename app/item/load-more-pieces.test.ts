import assert from 'node:assert/strict'
import { test } from 'node:test'

import { noFields } from '../../src/domain/item-fields.ts'
import type { Item } from '../../src/domain/item.ts'
import { chooseMorePieces } from './load-more-pieces.ts'

const item = (id: string, sold = false): Item => ({
  ...noFields,
  id,
  createdAt: new Date(0),
  sold,
  reserved: false,
})

const idsOf = (items: readonly Item[]) => items.map(({ id }) => id).join('')

test('chooseMorePieces: four others of the category in their order, sold ones last', () => {
  const ofCategory = [item('a'), item('b', true), item('own'), item('c'), item('d'), item('e')]
  assert.equal(idsOf(chooseMorePieces('own', ofCategory, [item('z')])), 'acde')
})

test('chooseMorePieces: a category with fewer is filled up with the newest of all, each once', () => {
  const [b, c] = [item('b'), item('c', true)]
  const newest = [item('x', true), c, item('own'), b, item('y'), item('z')]
  assert.equal(idsOf(chooseMorePieces('own', [c, b, item('own')], newest)), 'bcyz')
  assert.equal(idsOf(chooseMorePieces(undefined, [], newest)), 'ownbyz')
})

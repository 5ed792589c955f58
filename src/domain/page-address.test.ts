import assert from 'node:assert/strict'
import { test } from 'node:test'

import routes from '../../app/routes.ts'
import { categoryPath } from './catalogue/category.ts'
import { categoryAt, isCataloguePath, isListSearch, pageAddress, requestedAddress } from './page-address.ts'

const id = 'w2q1glSJSzjUZxmtQkh7'

test('pageAddress: each page route has its own address', () => {
  const paths = routes
    .map(({ path = '' }) => `/${path.replace(':id', id).replace(':category?', 'Knits')}`)
    .filter((path) => path !== '/*')
  assert.ok(paths.length > 5)
  for (const path of paths) assert.equal(pageAddress(path), path)
})

test('pageAddress: all unknown paths share one address', () => {
  for (const path of [
    '/none',
    '/Create',
    `/Item/${id}`,
    '/create.data',
    '/_.data',
    '/item',
    `/item/${id}/a`,
    '/~',
    '/~busy',
  ]) {
    assert.equal(pageAddress(path), '/~', path)
  }
})

test('pageAddress: all invalid item ids share one address', () => {
  for (const path of ['/item/~', `/item/${id}.data`, '/item/a:b']) assert.equal(pageAddress(path), '/item/~', path)
})

test('pageAddress: a list of pieces has one address', () => {
  for (const [requested, address] of [
    ['/pieces', '/pieces'],
    ['/pieces?', '/pieces'],
    ['/pieces?fbclid=1&q=', '/pieces'],
    ['/pieces?sort=price&q=WOOL', '/pieces?q=wool&sort=price'],
    ['/pieces/Knits?x', '/pieces/Knits'],
    ['/pieces/a%2Fb%25', '/pieces/a%2Fb%25'],
    ['/pieces/%E0%AE%A4?max=9&min=1', '/pieces/%E0%AE%A4?min=1&max=9'],
    ['/pieces/~', '/pieces/~'],
  ] as const) {
    assert.equal(pageAddress(requested), address)
    assert.equal(pageAddress(address), address)
  }
})

test('pageAddress: an impossible list of pieces is a missing page', () => {
  for (const requested of [
    '/pieces?q=a&q=b',
    '/pieces?sort=x',
    '/pieces?after=x',
    '/pieces/Knits?min=a',
    '/pieces/',
    '/pieces/a/b',
    '/pieces/..',
    '/pieces/%2E',
    '/pieces/%20.',
    '/pieces/%ff',
    '/pieces/a%00',
    '/piecesKnits',
    '/pieces.data',
    '/Pieces',
  ]) {
    assert.equal(pageAddress(requested), '/~', requested)
  }
})

test('requestedAddress: only lists of pieces depend on the query', () => {
  assert.equal(requestedAddress('/pieces', '?q=a'), '/pieces?q=a')
  assert.equal(requestedAddress('/pieces/Knits', '?q=a'), '/pieces/Knits?q=a')
  for (const path of ['/', '/create', '/piecesKnits', `/item/${id}`]) assert.equal(requestedAddress(path, '?q=a'), path)
  assert.ok(isCataloguePath('/pieces?q=a') && !isCataloguePath('/piecework'))
  assert.ok(!isListSearch('/pieces/Knits') && isListSearch('/pieces?q=a') && !isListSearch('/?q=a'))
})

test('categoryAt: the name is decoded once', () => {
  for (const [path, name] of [
    ['/pieces/a%252Fb', 'a%2Fb'],
    ['/pieces/%E0%B6%9A', 'ක'],
    ['/pieces/a+b', 'a+b'],
    ['/pieces', undefined],
    ['/item/a', undefined],
  ] as const) {
    assert.equal(categoryAt(path), name)
  }
})

test('categoryAt: the longest name of a category has a page in each spelling, and a longer one has none', () => {
  const [composed, decomposed] = ['ᾂ'.normalize('NFC'), 'ᾂ'.normalize('NFD')]
  assert.deepEqual([composed.length, decomposed.length], [1, 4])
  for (const name of [composed.repeat(60), decomposed.repeat(60)]) assert.equal(categoryAt(categoryPath(name)), name)
  const marks = '\u0301'.repeat(1_350) + '\u0323'.repeat(1_350)
  for (const name of [marks, `${decomposed.repeat(60)}a`]) assert.equal(categoryAt(categoryPath(name)), undefined)
})

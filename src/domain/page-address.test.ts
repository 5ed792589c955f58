import assert from 'node:assert/strict'
import { test } from 'node:test'

import routes from '../../app/routes.ts'
import { pageAddress } from './page-address.ts'

const id = 'w2q1glSJSzjUZxmtQkh7'

test('pageAddress: each page route has its own address', () => {
  const paths = routes.map(({ path = '' }) => `/${path.replace(':id', id)}`).filter((path) => path !== '/*')
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

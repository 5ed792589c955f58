import assert from 'node:assert/strict'
import { test } from 'node:test'

import { managedListPath } from '../domain/catalogue/managed-list.ts'
import { isShopError } from '../domain/errors.ts'
import { idIn, readManagedQuery } from './managed-query.ts'

const read = (query: string) => readManagedQuery(new URLSearchParams(query))

test('readManagedQuery: without parameters, all items; unknown parameters and empty ones are ignored', () => {
  const all = { words: '', state: 'all', cursor: null }
  for (const query of ['', 'q=&state=&after=', 'fbclid=1&limit=7']) assert.deepEqual(read(query), all)
})

test('managedListPath: the path of the next page is read as the same query, from the cursor on', () => {
  const query = read('q=%20Navy++Scarf&state=sold')
  assert.deepEqual(query, { words: 'navy scarf', state: 'sold', cursor: null })
  const next = { direction: 'after', key: '-1844674407370955' } as const
  const path = managedListPath({ ...query, cursor: next })
  assert.equal(path, '/api/manage/items?q=navy+scarf&state=sold&after=-1844674407370955')
  assert.deepEqual(read(path.split('?')[1] ?? ''), { ...query, cursor: next })
  assert.equal(managedListPath({ ...read(''), cursor: next }), '/api/manage/items?after=-1844674407370955')
})

for (const query of ['state=gone', 'state=toString', 'after=x', 'after=1.2', 'q=a&q=b', 'state=&state=sold']) {
  test(`readManagedQuery: refuses ?${query}`, () => {
    assert.throws(
      () => read(query),
      (error) =>
        isShopError(error) &&
        error.code === 'invalid-request' &&
        /^Give each parameter once: q, state \(one of all, available, .*removed\), and after,/.test(error.message),
    )
  })
}

test('idIn: the id in an id or a link, whatever follows it, and nothing in other words', () => {
  for (const id of ['w2q1glSJSzjUZxmtQkh7', 'blue-shawl_2', '7']) {
    const link = `https://shop.example/item/${id}`
    const links = [link, `${link}/`, `${link}?fbclid=x/item/y`, `${link}/?size=M#photo-2`, `${link}#photo-2`]
    for (const typed of [id, ` ${id} `, `/si/item/${id}`, ...links]) assert.equal(idIn(typed), id)
    for (const typed of [`see ${link}`, `${id} scarf`, `https://shop.example/${id}`])
      assert.equal(idIn(typed), undefined)
  }
  for (const typed of ['', '/item/', 'live', 'තොප්පි', '__id__', 'x'.repeat(129)]) assert.equal(idIn(typed), undefined)
})

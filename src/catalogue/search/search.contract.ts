import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { testChanging } from './changing.contract.ts'
import { testFiltering } from './filtering.contract.ts'
import { testPaging } from './paging.contract.ts'
import type { Start } from './test-support.ts'
import { testWords } from './words.contract.ts'

/** The contract of `catalogue-search.ts` as tests; each backend runs all of them. */
export function searchContract(name: string, start: Start): void {
  describe(`${name}: an empty catalogue`, () => {
    test('has no items, categories or facets', async (t) => {
      const { search } = await start(t)
      const { revision, ...overview } = await search.overview()
      assert.ok(Number.isInteger(revision))
      assert.deepEqual(overview, { total: 0, categories: [] })
      assert.deepEqual(await search.facets(null), { sizes: [], colors: [] })
      assert.deepEqual(await search.listPublic(null, 10), { items: [], next: null })
    })
  })
  describe(`${name}: filters and orders`, () => testFiltering(start))
  describe(`${name}: words`, () => testWords(start))
  describe(`${name}: paging`, () => testPaging(start))
  describe(`${name}: changes`, () => testChanging(start))
}

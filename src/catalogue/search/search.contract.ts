import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'

import { testChanging } from './changing.contract.ts'
import { testFiltering } from './filtering.contract.ts'
import { testPaging } from './paging.contract.ts'
import type { SearchUnderTest } from './test-support.ts'
import { testWords } from './words.contract.ts'

/** The contract of `catalogue-search.ts` as tests; each backend runs all of them. `open` is called once for each test. */
export function searchContract(name: string, open: () => Promise<SearchUnderTest>): void {
  async function start(t: TestContext): Promise<SearchUnderTest> {
    const underTest = await open()
    t.after(() => underTest.dispose())
    return underTest
  }

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

import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { openDataFolder } from '@stockinette/sqlite/data-folder.ts'

import { SqliteStore } from '../../src/catalogue/sqlite/sqlite-store.ts'
import { wholeCatalogue, type CatalogueQuery } from '../../src/domain/catalogue/catalogue-query.ts'
import { itemListSize } from '../../src/domain/item.ts'
import { createLog } from '../../src/log.ts'
import { commonestWords, importCatalogue } from '../data/catalogue.ts'
import { median, milliseconds, quantile, targetOf, toFigure, type Figure } from '../report/figures.ts'

const count = 100_000
const runs = 300
const maxMs = 10

/** Eight beginnings that every item has are more work than anything that people type. */
const maxMsOfBeginnings = 25

/** How many items, and how long until a search finds all of them after the start. */
const fillings = [
  { items: 2_000, maxMs: 200 },
  { items: count, maxMs: 6_000 },
]

const eightBeginnings = 'eight beginnings that every item has'

/** The slowest kinds of query that an address can ask for. */
const queries: Readonly<Record<string, Partial<CatalogueQuery>>> = {
  'the commonest word': { words: commonestWords[0] },
  'the three commonest words': { words: commonestWords.join(' ') },
  [eightBeginnings]: { words: 'kn sl ha co wa ye mi ea' },
  'the commonest word, available, in a range of prices, dearest first': {
    words: commonestWords[0],
    isAvailable: true,
    min: 5_000,
    max: 20_000,
    sort: 'price-desc',
  },
  'available in a range of prices': { isAvailable: true, min: 5_001, max: 19_999 },
  'a price that nothing has': { min: 3_901, max: 3_901 },
  'the three commonest words, best match first': { words: commonestWords.join(' '), sort: 'best' },
  'category, size, colour and a word': { category: 'Sweaters', size: 'M', color: 'Indigo', words: commonestWords[0] },
  'eight misspelt words': { words: 'knittxd slowlx handds yarm chooze wasehd coool pieecs' },
}

/** How fast the index is filled, and queries of the store among 100,000 items, with the total and the items of a page. */
export async function measureSearching(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { items, maxMs: maxFillingMs } of fillings) {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'searching-'))
    await importCatalogue(folder.path, items)
    const opened = openDataFolder(folder.path)
    const startedAt = performance.now()
    const store = new SqliteStore({ folder: opened, log: createLog() })
    await store.search.overview()
    const ms = performance.now() - startedAt
    const what = `the index has all ${items.toLocaleString('en')} items: after the store was opened`
    figures.push(toFigure(what, ms, milliseconds, { atMost: maxFillingMs }))
    if (items === count) {
      for (const [words, query] of Object.entries(queries)) {
        figures.push(await measureQuery(store, words, { ...wholeCatalogue, ...query }))
      }
    }
    await store.close()
    opened.close()
  }
  return figures
}

async function measureQuery(store: SqliteStore, what: string, query: CatalogueQuery): Promise<Figure> {
  const times: number[] = []
  let total = 0
  for (let run = 0; run < runs; run++) {
    const start = performance.now()
    ;({ total } = await store.search.search(query, itemListSize))
    times.push(performance.now() - start)
  }
  const p99 = quantile(times, 0.99)
  return {
    what: `${what}, among ${count.toLocaleString('en')} items: in the store, p99`,
    measured: `${milliseconds(p99)} (p50 ${milliseconds(median(times))}, ${total.toLocaleString('en')} found)`,
    ...targetOf(p99, { atMost: what === eightBeginnings ? maxMsOfBeginnings : maxMs }, milliseconds),
  }
}

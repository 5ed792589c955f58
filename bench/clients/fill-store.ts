import { openDataFolder } from '@stockinette/sqlite/data-folder.ts'

import { SqliteStore } from '../../src/catalogue/sqlite/sqlite-store.ts'
/** Fills a data folder with items through the shop's own store. Prints ids of items spread over the whole catalogue. */
import { createLog } from '../../src/log.ts'
import { newItemAt } from '../data/items.ts'

const path = process.argv[2] ?? ''
const [count = 0, idCount = 0] = process.argv.slice(3).map(Number)
const batchSize = 10_000
const folder = openDataFolder(path)
const store = new SqliteStore({ folder, log: createLog() })
const step = Math.ceil(count / idCount)
const ids: string[] = []

for (let added = 0; added < count; added += batchSize) {
  const group = Array.from({ length: Math.min(batchSize, count - added) }, (_, index) =>
    store.add({ ...newItemAt(added + index), photos: [] }),
  )
  for (const [index, { id }] of (await Promise.all(group)).entries()) {
    if ((added + index) % step === 0) ids.push(id)
  }
}
await store.close()
folder.close()
process.stdout.write(JSON.stringify(ids))

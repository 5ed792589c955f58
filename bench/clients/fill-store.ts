import { openDataFolder } from '@stockinette/sqlite/data-folder.ts'

import { createSqliteStore } from '../../src/catalogue/sqlite/sqlite-store.ts'
/** Fills the items of a data folder through the shop's own store, many at a time. Writes ids from all over it. */
import { createLog } from '../../src/log.ts'
import { newItemAt } from '../data/items.ts'

const path = process.argv[2] ?? ''
const [count = 0, idCount = 0] = process.argv.slice(3).map(Number)
const together = 10_000
const folder = openDataFolder(path)
const store = createSqliteStore({ folder, log: createLog() })
const everyWhich = Math.ceil(count / idCount)
const ids: string[] = []

for (let added = 0; added < count; added += together) {
  const group = Array.from({ length: Math.min(together, count - added) }, (_, index) =>
    store.add({ ...newItemAt(added + index), photos: [] }),
  )
  for (const [index, { id }] of (await Promise.all(group)).entries()) {
    if ((added + index) % everyWhich === 0) ids.push(id)
  }
}
await store.close()
folder.close()
process.stdout.write(JSON.stringify(ids))

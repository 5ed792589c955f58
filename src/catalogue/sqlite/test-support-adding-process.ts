import { openDataFolder } from '@stockinette/sqlite/data-folder.ts'

import type { NewItem } from '../../domain/item.ts'
/**
 * A process for tests: opens the store in the data folder named on its command line and adds items, sixteen at a time,
 * until it is killed. Prints the id of each item once it is stored, one on each line.
 */
import { fullItem } from '../../domain/test-support.ts'
import { createLog } from '../../log.ts'
import { SqliteStore } from './sqlite-store.ts'

const store = new SqliteStore({ folder: openDataFolder(process.argv[2] ?? ''), log: createLog() })

const item: NewItem = {
  ...fullItem,
  description: 'Knitted by hand. '.repeat(50),
}

async function addForever(): Promise<never> {
  for (;;) {
    const { id } = await store.add(item)
    process.stdout.write(`${id}\n`)
  }
}

await Promise.all(Array.from({ length: 16 }, addForever))

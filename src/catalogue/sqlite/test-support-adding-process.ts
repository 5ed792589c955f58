import { openDataFolder } from '@stockinette/sqlite/data-folder.ts'

/**
 * A process for tests: opens the store in the data folder named on its command line and adds items, sixteen at a time,
 * until it is ended. Writes the id of each item that it was told is kept, one a line.
 */
import type { NewItem } from '../../domain/item.ts'
import { createLog } from '../../log.ts'
import { createSqliteStore } from './sqlite-store.ts'

const store = createSqliteStore({ folder: openDataFolder(process.argv[2] ?? ''), log: createLog() })

const piece: NewItem = {
  title: 'Beanie',
  tagline: 'Soft merino',
  price: 12_500,
  category: 'Beanies',
  imageUrl: 'https://example.com/beanie.jpg',
  size: 'M',
  color: 'Ivory',
  description: 'Knitted by hand. '.repeat(50),
  photos: [],
}

async function addForever(): Promise<never> {
  for (;;) {
    const { id } = await store.add(piece)
    process.stdout.write(`${id}\n`)
  }
}

await Promise.all(Array.from({ length: 16 }, addForever))

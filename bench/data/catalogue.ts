import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'

import { writeExportFile } from '../../src/catalogue/transfer/export-file.ts'
import { noFields } from '../../src/domain/item-fields.ts'
import { initialState, type StoredItem } from '../../src/domain/item-state.ts'
import { root } from '../../test/kit/shop/shop-process.ts'
import { newItemAt } from './items.ts'

/** Words that are in the text of every item: no search has more matches. */
export const commonestWords = ['knitted', 'slowly', 'hands'] as const

const vocabularySize = 20_000
const rareWords = 12
const pageSize = 500
const firstDay = Date.UTC(2020, 0, 1)
const minuteMs = 60_000

/** Writes the items into a data folder through the import command. */
export async function importCatalogue(dataDir: string, count: number, checkout = root): Promise<void> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalogue-'))
  const file = join(folder.path, 'items.jsonl')
  await pipeline(Readable.from(writeExportFile(pagesOf(count))), createWriteStream(file))
  const env = { PATH: process.env['PATH'], SHOP_DATA_DIR: dataDir, NODE_ENV: 'production' }
  await promisify(execFile)(process.execPath, ['src/cli/main.ts', 'import', file], { cwd: checkout, env })
}

/** Oldest first. */
async function* pagesOf(count: number): AsyncGenerator<readonly StoredItem[]> {
  for (let start = 0; start < count; start += pageSize) {
    const length = Math.min(pageSize, count - start)
    yield Array.from({ length }, (_, index) => itemAt(start + index))
  }
}

/** An item with a few words that hardly any other has; the same for each index. */
function itemAt(index: number): StoredItem {
  const fields = newItemAt(index)
  const words = Array.from({ length: rareWords }, (_, position) => wordAt(hash(index * rareWords + position)))
  return {
    ...noFields,
    ...initialState,
    ...fields,
    id: `bench${String(index).padStart(15, '0')}`,
    createdAt: new Date(firstDay + index * minuteMs),
    price: fields.price === null ? null : fields.price + (hash(index) % 40) * 250,
    description: `${fields.description} ${words.join(' ')}`,
    sold: hash(index) % 5 === 0,
  }
}

/** A word of the vocabulary, from two syllables on; those with small numbers occur most. */
function wordAt(random: number): string {
  let rest = Math.floor(vocabularySize ** ((random % 10_000) / 10_000)) + 100
  let word = ''
  while (rest > 0) {
    word += ['ka', 'ro', 'mi', 'te', 'su', 'la', 'no', 've', 'pi', 'du'][rest % 10]
    rest = Math.floor(rest / 10)
  }
  return word
}

/** Spreads whole numbers evenly (Knuth's multiplicative hash). */
function hash(value: number): number {
  return Math.imul(value + 1, 2_654_435_761) >>> 8
}

import type { StoredItem } from '../../domain/item-state.ts'
import { formatVersion, type End, type Head } from './format.ts'
import { toItemLine } from './item-line.ts'

/** The text of an export file, page by page. */
export async function* writeExportFile(pages: AsyncIterable<readonly StoredItem[]>): AsyncGenerator<string> {
  const head: Head = { format: 'stockinette-items', version: formatVersion }
  yield toLine(head)
  let items = 0
  for await (const page of pages) {
    items += page.length
    yield page.map((item) => toLine(toItemLine(item))).join('')
  }
  const end: End = { items }
  yield toLine(end)
}

function toLine(value: object): string {
  return `${JSON.stringify(value)}\n`
}

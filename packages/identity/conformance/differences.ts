import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Service } from './service.ts'

/** One row of the table: an intended difference between the two services. */
export interface Difference {
  /** The value of each service; `undefined` if missing. */
  readonly shown: Readonly<Record<Service['name'], unknown>>
  readonly why: string
}

/** The key of an assertion. */
export function keyOf(method: string, title: string, fact: string): string {
  return [method, title, fact].join(' | ')
}

const file = join(import.meta.dirname, '../../../docs/identity-differences.md')
const row = /^\| `([^`]+)` \| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]*) \|$/gm

/** The table of docs/identity-differences.md, by {@link keyOf}. */
export async function readDifferences(): Promise<ReadonlyMap<string, Difference>> {
  const rows = [...(await readFile(file, 'utf8')).matchAll(row)]
  return new Map(
    rows.map(([, method = '', title = '', fact = '', ours = '', emulator = '', why = '']) => [
      keyOf(method, title, fact),
      { shown: { ours: readCell(ours), emulator: readCell(emulator) }, why },
    ]),
  )
}

/** JSON as inline code, or a dash for a missing value. */
function readCell(cell: string): unknown {
  return cell === '—' ? undefined : JSON.parse(cell.slice(1, -1))
}

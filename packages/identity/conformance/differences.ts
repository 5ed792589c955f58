import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Service } from './service.ts'

/** One row of the list: an intended difference of the two services. */
export interface Difference {
  /** The value of each; `undefined` if missing. */
  readonly shown: Readonly<Record<Service['name'], unknown>>
  readonly why: string
}

/** The name of an assertion. */
export function keyOf(method: string, what: string, fact: string): string {
  return [method, what, fact].join(' | ')
}

const file = join(import.meta.dirname, '../../../docs/identity-differences.md')
const row = /^\| `([^`]+)` \| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]*) \|$/gm

/** The table of docs/identity-differences.md, by the names of assertions. */
export async function readDifferences(): Promise<ReadonlyMap<string, Difference>> {
  const rows = [...(await readFile(file, 'utf8')).matchAll(row)]
  return new Map(
    rows.map(([, method = '', what = '', fact = '', ours = '', googles = '', why = '']) => [
      keyOf(method, what, fact),
      { shown: { ours: readCell(ours), 'Google’s': readCell(googles) }, why },
    ]),
  )
}

/** JSON in code style, or a dash if missing. */
function readCell(cell: string): unknown {
  return cell === '—' ? undefined : JSON.parse(cell.slice(1, -1))
}

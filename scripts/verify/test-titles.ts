import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { parseSync, Visitor } from 'oxc-parser'

export interface NamedTest {
  readonly file: string
  /** As a failure reports it; a test of a table has its row's words in it. */
  readonly title: string
}

/** Whether a file has a test of that name: a string, or a template whose gaps the name fills. */
export async function hasTest(root: string, { file, title }: NamedTest): Promise<boolean> {
  const path = join(root, file)
  if (!existsSync(path)) return false
  let found = false
  new Visitor({
    Literal({ value }) {
      found ||= value === title
    },
    TemplateLiteral({ quasis }) {
      found ||= isFilledBy(
        quasis.map(({ value }) => value.cooked ?? ''),
        title,
      )
    },
  }).visit(parseSync(file, await readFile(path, 'utf8')).program)
  return found
}

/** A template that is all gap is no name. */
function isFilledBy(parts: readonly string[], title: string): boolean {
  if (parts.join('').trim().length < 8) return false
  const [first = '', ...rest] = parts
  if (!title.startsWith(first)) return false
  let at = first.length
  for (const part of rest) {
    const next = title.indexOf(part, at)
    if (next < 0) return false
    at = next + part.length
  }
  return at === title.length || parts.at(-1) === ''
}

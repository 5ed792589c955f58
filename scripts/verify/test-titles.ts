import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { parseSync, Visitor } from 'oxc-parser'

export interface NamedTest {
  readonly file: string
  /** As a failure reports it, with ` › ` after the group's; a test of a table has its row's words in it, or `${name}`. */
  readonly title: string
}

/** Whether a file has a test of that name: each part of it is a string there, or a template whose gaps it fills. */
export async function hasTest(root: string, { file, title }: NamedTest): Promise<boolean> {
  const path = join(root, file)
  if (!existsSync(path)) return false
  const names: string[][] = []
  new Visitor({
    Literal({ value }) {
      if (typeof value === 'string') names.push([value])
    },
    TemplateLiteral({ quasis }) {
      names.push(quasis.map(({ value }) => value.cooked ?? ''))
    },
  }).visit(parseSync(file, await readFile(path, 'utf8')).program)
  return title.split(' › ').every((part) => names.some((name) => isFilledBy(name, part)))
}

/** A template that is all gap is no name, but for its own text. */
function isFilledBy(parts: readonly string[], title: string): boolean {
  const [first = '', ...rest] = parts
  if (rest.length === 0) return first === title
  if (title.replaceAll(/\$\{[^{}]*\}/g, '') === parts.join('')) return true
  if (parts.join('').trim().length < 8) return false
  if (!title.startsWith(first)) return false
  let at = first.length
  for (const part of rest) {
    const next = title.indexOf(part, at)
    if (next < 0) return false
    at = next + part.length
  }
  return at === title.length || parts.at(-1) === ''
}

import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { parseSync, Visitor } from 'oxc-parser'

export interface NamedTest {
  readonly file: string
  /** As in a failure report, with ` › ` after each group. The title of a table-driven test has a row's text, or `${name}`. */
  readonly title: string
}

/** Whether a file has this test: each part of the title is a string in the file, or matches a template literal. */
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
  return title.split(' › ').every((part) => names.some((name) => matchesTemplate(name, part)))
}

/** A template with hardly any fixed text only matches its own source. */
function matchesTemplate(parts: readonly string[], title: string): boolean {
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

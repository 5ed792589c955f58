import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { hasTest } from './test-titles.ts'

/** Each control names the test that fails without it. */
const page = 'docs/threat-model.md'

/** Checks that the tests named in the threat model exist. @returns a line for each that does not. */
export async function checkThreatModel(root: string): Promise<string[]> {
  const wrong: string[] = []
  for (const row of rowsWithTests(await readFile(join(root, page), 'utf8'))) {
    const tests = row.tests.split('<br>').map((cell) => /^`([^`]+)`: (.+)$/.exec(cell.trim()))
    for (const named of tests) {
      const [, file = '', title = ''] = named ?? []
      if (named === null) wrong.push(`${page} names no test for '${row.what}'.`)
      else if (!(await hasTest(root, { file, title })))
        wrong.push(`${page} names a test that ${file} does not have: ${title}`)
    }
  }
  return wrong
}

/** The rows of the tables whose last column is `test`. */
function rowsWithTests(text: string): { what: string; tests: string }[] {
  const rows: { what: string; tests: string }[] = []
  let isNamed = false
  for (const line of text.split('\n')) {
    const cells = line.startsWith('|') ? line.slice(1, -1).split(' | ') : []
    if (cells.length === 0) isNamed = false
    else if (cells.at(-1)?.trim() === 'test') isNamed = true
    else if (isNamed && !/^[|-]+$/.test(line)) rows.push({ what: cells[0]?.trim() ?? '', tests: cells.at(-1) ?? '' })
  }
  return rows
}

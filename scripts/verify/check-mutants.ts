import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Mutant } from '../../test/mutants/mutant.ts'
import { hasTest } from './test-titles.ts'

const page = 'docs/threat-model.md'

/** A row of a table of the threat model, whose last column names the tests that fail without its control. */
interface Row {
  readonly what: string
  /** As `file`: title. */
  readonly tests: readonly string[]
}

/**
 * Checks that each row of the threat model has a mutant, that the tests that it names exist, and the text and the test of each mutant; the row of a mutant must
 * name its test. Whether the test notices it is seen by `npm run verify -- mutants`.
 *
 * @returns a line for each fault.
 */
export async function checkMutants(root: string, mutants: readonly Mutant[]): Promise<string[]> {
  const rows = readRows(await readFile(join(root, page), 'utf8'))
  const wrong: string[] = []
  for (const row of rows) {
    wrong.push(...(await checkRow(root, row)))
    const hasMutant = mutants.some((mutant) => mutant.row === row.what)
    if (!hasMutant) wrong.push(`${page}: nothing in test/mutants breaks the control of '${row.what}'.`)
  }
  for (const mutant of mutants) wrong.push(...(await checkMutant(root, mutant, rows)))
  return wrong
}

async function checkRow(root: string, { what, tests }: Row): Promise<string[]> {
  const wrong: string[] = []
  for (const cell of tests) {
    const [, file = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(cell) ?? []
    if (file === '') wrong.push(`${page} names no test for '${what}'.`)
    else if (!(await hasTest(root, { file, title })))
      wrong.push(`${page} names a test that ${file} does not have: ${title}`)
  }
  return wrong
}

async function checkMutant(root: string, { row, file, text, test }: Mutant, rows: readonly Row[]): Promise<string[]> {
  const name = `The mutant of ${file} for '${test.title}'`
  const wrong: string[] = []
  const count = (await readFile(join(root, file), 'utf8').catch(() => '')).split(text).length - 1
  if (count !== 1) wrong.push(`${name}: its text occurs ${count} times.`)
  if (!(await hasTest(root, test))) wrong.push(`${name}: ${test.file} has no such test.`)
  if (!existsSync(join(root, test.runBy ?? test.file)))
    wrong.push(`${name}: ${test.runBy ?? test.file} does not exist.`)
  const tests = row === undefined ? undefined : (rows.find(({ what }) => what === row)?.tests ?? [])
  if (tests?.includes(`\`${test.file}\`: ${test.title}`) === false) {
    wrong.push(`${name}: the row '${row}' of ${page} does not name this test.`)
  }
  return wrong
}

/** The rows of the tables whose last column is `test`. */
function readRows(text: string): Row[] {
  const rows: Row[] = []
  let isNamed = false
  for (const line of text.split('\n')) {
    const cells = line.startsWith('|') ? line.slice(1, -1).split(' | ') : []
    if (cells.length === 0) isNamed = false
    else if (cells.at(-1)?.trim() === 'test') isNamed = true
    else if (isNamed && !/^[|-]+$/.test(line)) {
      const tests = (cells.at(-1) ?? '').split('<br>').map((cell) => cell.trim())
      rows.push({ what: cells[0]?.trim() ?? '', tests })
    }
  }
  return rows
}

import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Mutant } from '../../test/mutants/mutant.ts'

const page = 'docs/threat-model.md'

/** As in a comment: Guarded by the tests "…", "…" and "…". A title can continue on the next line of the comment. */
const guard = /guarded by the tests? "[^"]+"(?:(?:,| and|, and) "[^"]+")*/gi

/** Checks that the tests that comments name exist. @returns a line for each that does not. */
export async function checkGuards(root: string): Promise<string[]> {
  const read = async (pattern: string | string[]) => {
    const files = (await Array.fromAsync(glob(pattern, { cwd: root }))).toSorted()
    return Promise.all(files.map(async (file) => ({ file, text: await readFile(join(root, file), 'utf8') })))
  }
  const tests = await read(['{app,src,packages/*/{src,test}}/**/*.test.ts', 'test/**/*.ts'])
  const code = await read('{app,src,packages/*/src}/**/*.{ts,tsx}')
  return code.flatMap(({ file, text }) =>
    [...text.replaceAll(/\n *(?:\*|\/\/) */g, ' ').matchAll(guard)]
      .flatMap(([list]) => list.split('"').filter((_, index) => index % 2 === 1))
      .filter((title) => !tests.some((test) => test.text.includes(title)))
      .map((title) => `${file} names a test that does not exist: ${title}`),
  )
}

/**
 * Checks that each row of the threat model has a mutant, that the tests that it names exist, and the text and the test of each
 * mutant; the row of a mutant must name its test. Whether the test notices it is seen by `npm run verify -- mutants`.
 *
 * @returns a line for each fault.
 */
export async function checkMutants(root: string, mutants: readonly Mutant[]): Promise<string[]> {
  const rows = readRows(await readFile(join(root, page), 'utf8'))
  const wrong: string[] = []
  for (const [what, tests] of rows) {
    if (!mutants.some(({ row }) => row === what))
      wrong.push(`${page}: nothing in test/mutants breaks the control of '${what}'.`)
    for (const cell of tests) {
      const [, file = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(cell) ?? []
      if (file === '' || !(await hasTest(root, { file, title })))
        wrong.push(`${page} names no test of the project for '${what}': ${cell}`)
    }
  }
  for (const mutant of mutants) wrong.push(...(await checkMutant(root, mutant, rows)))
  return wrong
}

async function checkMutant(
  root: string,
  { row, file, text, test }: Mutant,
  rows: ReadonlyMap<string, readonly string[]>,
): Promise<string[]> {
  const count = (await readFile(join(root, file), 'utf8').catch(() => '')).split(text).length - 1
  const runBy = test.runBy ?? test.file
  const isInRow = row === undefined || rows.get(row)?.includes(`\`${test.file}\`: ${test.title}`)
  const wrong = [
    count !== 1 && `its text occurs ${count} times.`,
    !(await hasTest(root, test)) && `${test.file} has no such test.`,
    !existsSync(join(root, runBy)) && `${runBy} does not exist.`,
    !isInRow && `the row '${row}' of ${page} does not name this test.`,
  ]
  return wrong.filter((fault) => fault !== false).map((fault) => `The mutant of ${file} for '${test.title}': ${fault}`)
}

/** Whether each part of a title is a string of the file as it is written there, with its `${name}`. */
async function hasTest(root: string, { file, title }: { file: string; title: string }): Promise<boolean> {
  const text = await readFile(join(root, file), 'utf8').catch(() => '')
  return title.split(' › ').every((part) => ["'", '"', '`'].some((quote) => text.includes(quote + part + quote)))
}

/** The rows of the tables whose last column is `test`: their first cells, and the tests, each as `file`: title. */
function readRows(text: string): Map<string, string[]> {
  const tables = text.split('\n\n').filter((block) => /^\|.* test \|$/m.test(block))
  const lines = tables.flatMap((table) => table.trim().split('\n').slice(2))
  const cells = lines.map((line) => line.slice(1, -1).split(' | '))
  return new Map(
    cells.map((row) => [row[0]?.trim() ?? '', (row.at(-1) ?? '').split('<br>').map((cell) => cell.trim())]),
  )
}

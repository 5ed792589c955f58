import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import type { Mutant } from '../../test/mutants/mutant.ts'
import { checkGuards, checkMutants } from './check-named-tests.ts'
import { writeProject } from './test-support.ts'

const tests =
  "describe('a shop', () => { test('is open', f); for (const w of all) test(`closes when ${w} says so`, f) })"

const tableOf = (cell: string) =>
  ['| asset | loss |', '|---|---|', '| a | b |', '', '| attack | test |', '|---|---|', `| theft | ${cell} |`].join('\n')

/** What is wrong with a project whose threat model has one row with these tests, and one mutant. */
async function check(cell: string, changes: Partial<Mutant> = {}) {
  const root = await writeProject({
    'src/a.test.ts': tests,
    'src/a.ts': 'open()\nclose()\nclose()\n',
    'docs/threat-model.md': tableOf(cell),
  })
  const guard = { file: 'src/a.test.ts', title: 'a shop › is open' }
  const mutant = { row: 'theft', file: 'src/a.ts', text: 'open()', replacement: '', reason: 'forgotten', test: guard }
  return checkMutants(root, [{ ...mutant, ...changes }])
}

const named = '`src/a.test.ts`: a shop › is open'

describe('a row of the threat model', () => {
  for (const [cell, exists] of [
    ['`src/a.test.ts`: a shop › closes when ${w} says so', true],
    ['`src/a.test.ts`: closes when its owner says so', false],
    ['`src/a.test.ts`: is closed', false],
    ['`src/a.test.ts`: a shop › is closed', false],
    ['`src/a.test.ts`: is op', false],
    ['`src/b.test.ts`: is open', false],
    ['to be written', false],
  ] as const) {
    test(`with the test '${cell}' is ${exists ? 'accepted' : 'reported'}`, async () => {
      assert.equal((await check(`${named}<br>${cell}`)).length, exists ? 0 : 1)
    })
  }
})

describe('a mutant', () => {
  const other = { file: 'src/a.test.ts', title: 'closes when ${w} says so' }
  for (const [what, changes, isWrong] of [
    ['whose text and test exist', {}, false],
    ['whose text is not in the file', { text: 'opened()' }, true],
    ['whose text is twice in the file', { text: 'close()' }, true],
    ['of a file that does not exist', { file: 'src/b.ts' }, true],
    ['whose test does not exist', { test: { file: 'src/a.test.ts', title: 'is closed' } }, true],
    ['whose row does not name its test', { test: other }, true],
    ['whose row does not exist', { row: 'fire' }, true],
  ] as const) {
    test(`${what} is ${isWrong ? 'reported' : 'accepted'}`, async () => {
      assert.equal((await check(named, changes)).length > 0, isWrong)
    })
  }
})

test('checkGuards: reports each test that a comment names and that does not exist', async () => {
  const root = await writeProject({
    'src/a.test.ts': "test('a shop: opens at nine', f)",
    'src/a.ts': '/**\n * Guarded by the test "opens at\n * nine". Guarded by the test "opens at ten".\n */\n',
    'src/b.ts':
      '// Guarded by the tests "a shop: opens at nine", "opens at one"\n// and "opens at two". Not by "opens at three".\n',
  })
  assert.deepEqual(await checkGuards(root), [
    'src/a.ts names a test that does not exist: opens at ten',
    'src/b.ts names a test that does not exist: opens at one',
    'src/b.ts names a test that does not exist: opens at two',
  ])
})

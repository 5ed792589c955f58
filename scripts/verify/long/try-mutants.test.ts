import assert from 'node:assert/strict'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

import type { Mutant } from '../../../test/mutants/mutant.ts'
import { writeProject } from '../test-support.ts'
import { tryMutants } from './try-mutants.ts'

const testFile = `
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { open } from './shop.ts'
test('opens', () => assert.equal(open(), 'open'))
test('does what this machine cannot do', () => assert.fail('no such device'))
`

const change = { text: "'open'", replacement: "'closed'" }
const noChange = { text: "'open'", replacement: "'open'" }

for (const [what, title, { text, replacement }, outcome, fault] of [
  ['a change that the test notices', 'opens', change, 'noticed', ''],
  ['no change', 'opens', noChange, 'SURVIVED', /^Not noticed by shop\.test\.ts › opens:\n {2}shop\.ts: 'open'$/],
  [
    'a test that fails without it',
    'does what this',
    change,
    '',
    /^Cannot be tried here.*does what this\n.*\n.*such device/,
  ],
  ['a title that no test has', 'is closed', change, '', /^Cannot be tried here.*is closed\n/],
] as const) {
  test(`tryMutants: ${what}`, async () => {
    const copy = await writeProject({
      'shop.ts': "export const open = () => 'open'\n",
      'shop.test.ts': testFile,
      'package.json': '{"type":"module"}',
    })
    for (const file of ['failed-node-tests.ts', 'record-failed-test.ts'])
      await cp(join('scripts/verify', file), join(copy, 'scripts/verify', file))
    delete process.env['NODE_TEST_CONTEXT'] // Inside a test, `node --test` would run nothing.
    const named = { file: 'shop.test.ts', title }
    const mutant: Mutant = { file: 'shop.ts', text, replacement, reason: 'tired', test: named }
    const lines: string[] = []
    const faults = await tryMutants([copy], [mutant], (line) => lines.push(line))
    assert.deepEqual(lines, outcome === '' ? [] : [`1/1 ${outcome}: shop.ts: tired`])
    assert.equal(faults.length, fault === '' ? 0 : 1)
    if (fault !== '') assert.match(faults.join(''), fault)
  })
}

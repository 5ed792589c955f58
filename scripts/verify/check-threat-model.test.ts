import assert from 'node:assert/strict'
import { test } from 'node:test'

import { checkThreatModel } from './check-threat-model.ts'
import { writeProject } from './test-support.ts'

const tests =
  "describe('a shop', () => { test('is open', f); for (const w of all) test(`closes when ${w} says so`, f) })"

/** The last cell of a row, and whether its tests exist. */
const rows: [cell: string, exists: boolean][] = [
  ['`src/a.test.ts`: is open', true],
  ['`src/a.test.ts`: a shop › is open', true],
  ['`src/a.test.ts`: a shop › closes when its owner says so', true],
  ['`src/a.test.ts`: closes when ${w} says so', true],
  ['`src/a.test.ts`: is open<br>`src/a.test.ts`: a shop', true],
  ['`src/a.test.ts`: is closed', false],
  ['`src/a.test.ts`: a shop › is closed', false],
  ['`src/a.test.ts`: closes when its owner does', false],
  ['`src/a.test.ts`: is open<br>`src/a.test.ts`: is closed', false],
  ['`src/b.test.ts`: is open', false],
  ['to be written', false],
  ['', false],
]

for (const [cell, exists] of rows) {
  test(`a row with the test '${cell}' is ${exists ? 'accepted' : 'reported'}`, async () => {
    const table = [
      '| asset | loss |',
      '|---|---|',
      '| a | b |',
      '',
      '| attack | test |',
      '|---|---|',
      `| a | ${cell} |`,
    ]
    const root = await writeProject({ 'src/a.test.ts': tests, 'docs/threat-model.md': table.join('\n') })
    assert.equal((await checkThreatModel(root)).length, exists ? 0 : 1)
  })
}

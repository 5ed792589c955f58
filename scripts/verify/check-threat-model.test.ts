import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import { checkThreatModel } from './check-threat-model.ts'

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

let root: string

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'threat-model-'))
  for (const folder of ['docs', 'src']) await mkdir(join(root, folder))
  await writeFile(join(root, 'src/a.test.ts'), tests)
})
after(() => rm(root, { recursive: true }))

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
    await writeFile(join(root, 'docs/threat-model.md'), table.join('\n'))
    assert.equal((await checkThreatModel(root)).length, exists ? 0 : 1)
  })
}

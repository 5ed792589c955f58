import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import { checkChecks, checkDecisions } from './check-lists.ts'
import { checks } from './checks.ts'

let root: string

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'check-lists-'))
  await mkdir(join(root, 'docs/decisions'), { recursive: true })
  await writeFile(join(root, 'docs/decisions/0001-wool.md'), '# 1. Wool is washed\n')
})
after(() => rm(root, { recursive: true }))

test('checkDecisions: a decision in the index with its title is accepted', async () => {
  await writeFile(join(root, 'docs/decisions/README.md'), '1. [Wool is washed](0001-wool.md)\n')
  assert.deepEqual(await checkDecisions(root), [])
})

test('checkDecisions: a decision in the index with another title is reported', async () => {
  await writeFile(join(root, 'docs/decisions/README.md'), '1. [Wool](0001-wool.md)\n')
  assert.deepEqual(await checkDecisions(root), [
    'docs/decisions/README.md does not have [Wool is washed](0001-wool.md).',
  ])
})

test('checkDecisions: a decision whose number differs from its file name is reported', async () => {
  await writeFile(join(root, 'docs/decisions/0002-dye.md'), '# 3. Dye\n')
  const [first] = (await checkDecisions(root)).slice(-1)
  assert.equal(first, "docs/decisions/0002-dye.md begins with '# 3. Dye', which is not its number and title.")
})

test('checkChecks: a check without a row is reported', async () => {
  const rows = checks.slice(1).map(({ name }) => `| \`${name}\` | |`)
  await writeFile(join(root, 'docs/TESTING.md'), ['', ...rows].join('\n'))
  assert.deepEqual(await checkChecks(root), [`docs/TESTING.md does not have the check ${checks[0]?.name}.`])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { checkChecks, checkDecisions } from './check-lists.ts'
import { checks } from './checks.ts'
import { writeProject } from './test-support.ts'

const index = 'docs/decisions/README.md'
const decision = { 'docs/decisions/0001-wool.md': '# 1. Wool is washed\n' }

test('checkDecisions: a decision in the index with its title is accepted', async () => {
  const root = await writeProject({ ...decision, [index]: '1. [Wool is washed](0001-wool.md)\n' })
  assert.deepEqual(await checkDecisions(root), [])
})

test('checkDecisions: a decision in the index with another title is reported', async () => {
  const root = await writeProject({ ...decision, [index]: '1. [Wool](0001-wool.md)\n' })
  assert.deepEqual(await checkDecisions(root), [
    'docs/decisions/README.md does not have [Wool is washed](0001-wool.md).',
  ])
})

test('checkDecisions: a decision whose number differs from its file name is reported', async () => {
  const root = await writeProject({ [index]: '', 'docs/decisions/0002-dye.md': '# 3. Dye\n' })
  const [first] = await checkDecisions(root)
  assert.equal(first, "docs/decisions/0002-dye.md begins with '# 3. Dye', which is not its number and title.")
})

test('checkChecks: a check without a row is reported', async () => {
  const rows = checks.slice(1).map(({ name }) => `| \`${name}\` | |`)
  const root = await writeProject({ 'docs/TESTING.md': ['', ...rows].join('\n') })
  assert.deepEqual(await checkChecks(root), [`docs/TESTING.md does not have the check ${checks[0]?.name}.`])
})

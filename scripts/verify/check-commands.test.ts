import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'

import { checkCommands, listCommands } from './check-commands.ts'
import { writeProject } from './test-support.ts'

const project = join(import.meta.dirname, '../..')

test('listCommands: commands of one and of two words, without their arguments', () => {
  const commands = listCommands(project)
  for (const name of ['doctor', 'export', 'owner add', 'keys rotate']) assert.ok(commands.includes(name), name)
})

test('checkCommands: a missing and an unknown command are reported', async () => {
  const readme = '| `npm run shop -- owner add EMAIL` | |\n| `npm run shop -- knit` | |\n'
  const root = await writeProject({ 'README.md': readme })
  assert.deepEqual(await checkCommands(root, ['owner add', 'doctor']), [
    'README.md does not have the command doctor.',
    'README.md has the command knit, which does not exist.',
  ])
})

import assert from 'node:assert/strict'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { before, test } from 'node:test'

import { writeProject } from '../verify/test-support.ts'
import { digestSources } from './sources.ts'

let project: string

before(async () => {
  project = await writeProject({ 'first/server.ts': '1', 'first/src/a.ts': '2' })
})

async function digestIn(folder: string): Promise<string> {
  const home = process.cwd()
  process.chdir(join(project, folder))
  try {
    return await digestSources()
  } finally {
    process.chdir(home)
  }
}

test('digestSources: a project that is moved has the same digest', async () => {
  const digest = await digestIn('first')
  await rename(join(project, 'first'), join(project, 'third'))
  assert.equal(await digestIn('third'), digest)
})

import assert from 'node:assert/strict'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

import { writeProject } from '../verify/test-support.ts'
import { digestSources } from './sources.ts'

async function digestIn(project: string): Promise<string> {
  const home = process.cwd()
  process.chdir(project)
  try {
    return await digestSources()
  } finally {
    process.chdir(home)
  }
}

test('digestSources: a project that is moved has the same digest', async () => {
  const folder = await writeProject({ 'app.new/server.ts': '1', 'app.new/src/a.ts': '2' })
  const digest = await digestIn(join(folder, 'app.new'))
  await rename(join(folder, 'app.new'), join(folder, 'app'))
  assert.equal(await digestIn(join(folder, 'app')), digest)
})

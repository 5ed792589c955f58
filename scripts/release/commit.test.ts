import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'

import { writeProject } from '../verify/test-support.ts'
import { readCommit } from './commit.ts'

test('readCommit: refuses changed files, and files that git does not know and the build reads', async (t) => {
  const home = process.cwd()
  process.chdir(await writeProject({ 'src/shop.ts': '1' }))
  t.after(() => process.chdir(home))
  const ofGit = Object.entries(process.env).filter(([name]) => name.startsWith('GIT_')) // Hooks have them: of their repository.
  for (const [name] of ofGit) Reflect.deleteProperty(process.env, name)
  t.after(() => void Object.assign(process.env, Object.fromEntries(ofGit)))
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false']
  for (const args of [
    ['init', '-q'],
    ['add', '.'],
    [...identity, 'commit', '-qm', 'first'],
  ])
    execFileSync('git', args)
  writeFileSync('notes.txt', '')
  assert.deepEqual(readCommit().files, ['src/shop.ts'])
  mkdirSync('public')
  writeFileSync('public/a draft.jpg', '')
  assert.throws(readCommit, /these files differ from it:\n\?\? public\/a draft\.jpg$/)
  writeFileSync('.gitignore', 'public/')
  assert.throws(readCommit, /:\n\?\? public\/a draft\.jpg$/)
  writeFileSync('src/shop.ts', '2')
  assert.throws(readCommit, /src\/shop\.ts/)
})

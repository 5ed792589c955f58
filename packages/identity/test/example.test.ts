import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test, type TestContext } from 'node:test'

import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'
import { createUserWithEmailAndPassword } from 'firebase/auth'

import { openBrowser } from './test-support-client.ts'

const root = join(import.meta.dirname, '..')
const example = join(root, 'example/server.ts')

/** Runs the example and returns the URL that it prints. */
async function runExample(t: TestContext): Promise<string> {
  const env = { PATH: process.env['PATH'], PORT: '0', DATA_DIR: join(temporaryFolder(t), 'accounts') }
  const child = spawn(process.execPath, [example], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  t.after(async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  for await (const line of createInterface(child.stdout)) {
    const [, origin] = /^connectAuthEmulator\(auth, '(http:[^']+)'\)$/.exec(line) ?? []
    if (origin !== undefined) return origin
  }
  assert.fail('The example did not start.')
}

test('example: signs a user up with firebase/auth and verifies the ID token', async (t) => {
  const origin = await runExample(t)
  const { user } = await createUserWithEmailAndPassword(openBrowser(t, origin).auth, 'mary@example.com', 'a good one')
  const headers = { Authorization: `Bearer ${await user.getIdToken()}` }
  const answer = await fetch(`${origin}/me`, { headers })
  assert.deepEqual([answer.status, ((await answer.json()) as { uid: string }).uid], [200, user.uid])
  assert.equal((await fetch(`${origin}/me`)).status, 401)
})

test('README: shows the code of the example unchanged', async () => {
  const readme = await readFile(join(root, 'README.md'), 'utf8')
  assert.ok(readme.includes(`\`\`\`ts\n${await readFile(example, 'utf8')}\`\`\``))
})

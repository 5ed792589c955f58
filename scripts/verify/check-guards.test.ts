import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

import { checkGuards } from './check-guards.ts'

test('checkGuards: reports a comment that names a test that does not exist', async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'guards-'))
  t.after(() => rm(root, { recursive: true }))
  await mkdir(join(root, 'src'))
  await writeFile(join(root, 'src/a.test.ts'), "test('a shop: opens at nine', f)")
  await writeFile(
    join(root, 'src/a.ts'),
    '/**\n * Guarded by the test "opens at\n * nine". Guarded by the test "opens at ten".\n */\n',
  )
  assert.deepEqual(await checkGuards(root), ['src/a.ts names a test that does not exist: opens at ten'])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { checkGuards } from './check-guards.ts'
import { writeProject } from './test-support.ts'

test('checkGuards: reports a comment that names a test that does not exist', async () => {
  const root = await writeProject({
    'src/a.test.ts': "test('a shop: opens at nine', f)",
    'src/a.ts': '/**\n * Guarded by the test "opens at\n * nine". Guarded by the test "opens at ten".\n */\n',
  })
  assert.deepEqual(await checkGuards(root), ['src/a.ts names a test that does not exist: opens at ten'])
})

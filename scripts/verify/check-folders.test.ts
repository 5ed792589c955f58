import assert from 'node:assert/strict'
import { test } from 'node:test'

import { checkFolders } from './check-folders.ts'
import { writeProject } from './test-support.ts'

const fifteen = Array.from({ length: 15 }, (_, index) => `${index}.ts`)

const files = [
  ...fifteen.map((name) => `src/full/${name}`),
  'src/full/a.test.ts',
  'src/full/b.contract.ts',
  'src/full/test-support.ts',
  'src/full/inside/c.ts',
  ...fifteen.map((name) => `app/crowded/${name}`),
  'app/crowded/d.tsx',
  ...fifteen.map((name) => `packages/identity/src/methods/${name}`),
  'packages/identity/src/methods/e.ts',
]

test('checkFolders: a folder with 16 files of code is reported; tests and subfolders do not count', async () => {
  const root = await writeProject(Object.fromEntries(files.map((path) => [path, ''])))
  assert.deepEqual(await checkFolders(root), ['app/crowded has 16 files of code: 15 at most.'])
})

import assert from 'node:assert/strict'
import { readdir, readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

import { writeProject } from '../test-support.ts'
import { copyCheckout } from './copy-checkout.ts'

const packageFile = 'packages/log/package.json'

test('copyCheckout: copies the project and its packages, links other packages, and leaves out what is written meanwhile', async () => {
  const checkout = await writeProject({
    '.git/HEAD': '',
    'src/a.ts': '1',
    [packageFile]: '{}',
    'data/items.db': '',
    'release/a.tar.xz': '',
    'test-results/verify/unit': '',
    'node_modules/.bin/tsc': '',
    'node_modules/.package-lock.json': '{}',
    'node_modules/.build-lock.db': '',
    'node_modules/.vite-temp/a': '',
    'node_modules/react/index.js': '',
    'node_modules/@stockinette/readme': '',
  })
  const copy = await writeProject({})
  await copyCheckout(checkout, copy)
  const names = async (folder: string) => (await readdir(join(copy, folder))).toSorted()
  assert.deepEqual(await names('.'), ['.git', 'node_modules', 'packages', 'src'])
  assert.equal(await readFile(join(copy, 'src/a.ts'), 'utf8'), '1')
  assert.deepEqual(await names('node_modules'), ['.bin', '.package-lock.json', '@stockinette', 'react'])
  const real = (path: string) => realpath(join(copy, path))
  assert.equal(await real('node_modules/@stockinette/log/package.json'), join(await realpath(copy), packageFile))
  for (const link of ['.git', 'node_modules/react'])
    assert.equal(await real(link), await realpath(join(checkout, link)))
})

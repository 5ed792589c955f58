import assert from 'node:assert/strict'
import { test } from 'node:test'

import { checkImports } from './check-imports.ts'
import type { ImportRule } from './import-rules.ts'
import { writeProject } from './test-support.ts'

const rules: ImportRule[] = [
  { module: 'src/domain', may: [], outside: 'nothing' },
  { module: 'src/web', may: ['src/domain', 'packages/sqlite'], typeOnly: ['src/catalogue/store.ts'] },
  { module: 'src/pages', may: ['src/catalogue'], except: /\/sqlite\// },
  { module: 'packages/identity', may: ['packages/sqlite'] },
]

/** Each file with its only line, and whether the rules allow it. */
const files: [path: string, line: string, isAllowed: boolean][] = [
  ['src/domain/item.ts', "import { b } from './money.ts'", true],
  ['src/domain/up.ts', "import { b } from '../web/app.ts'", false],
  ['src/domain/package.ts', "import { z } from 'zod'", false],
  ['src/domain/node.ts', "import { join } from 'node:path'", false],
  ['src/web/app.ts', "import { a } from '../domain/item.ts'", true],
  ['src/web/package.ts', "import { Hono } from 'hono'", true],
  ['src/web/type.ts', "import type { Store } from '../catalogue/store.ts'", true],
  ['src/web/inline-type.ts', "import { type Store } from '../catalogue/store.ts'", true],
  ['src/web/value.ts', "import { createStore } from '../catalogue/store.ts'", false],
  ['src/web/effect.ts', "import '../catalogue/store.ts'", false],
  ['src/web/late.ts', "await import('../catalogue/sqlite/sqlite-store.ts')", false],
  ['src/web/again.ts', "export * from '../catalogue/store.ts'", false],
  ['src/web/app.test.ts', "import { createStore } from '../catalogue/store.ts'", true],
  ['src/web/own-package.ts', "import { open } from '@stockinette/sqlite/open.ts'", true],
  ['src/web/other-package.ts', "import { createIdentity } from '@stockinette/identity'", false],
  ['src/pages/store.ts', "import type { Store } from '../catalogue/store.ts'", true],
  ['src/pages/concrete.ts', "import type { SqliteStore } from '../catalogue/sqlite/sqlite-store.ts'", false],
  ['packages/identity/src/package.ts', "import { open } from '@stockinette/sqlite/open.ts'", true],
  ['packages/identity/src/shop.ts', "import { a } from '../../../src/domain/item.ts'", false],
  ['packages/identity/test/shop.ts', "import { a } from '../../../src/domain/item.ts'", true],
  ['src/nowhere/lost.ts', 'export {}', false],
]

test('checkImports: reports exactly the imports that no rule allows', async () => {
  const root = await writeProject(Object.fromEntries(files.map(([path, line]) => [path, line])))
  const broken = await checkImports(root, rules)
  const named = broken.map((line) => line.split(' ')[0])
  assert.deepEqual(
    named,
    files
      .filter(([, , isAllowed]) => !isAllowed)
      .map(([path]) => path)
      .toSorted(),
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { checkLinks } from './check-links.ts'
import { writeProject } from './test-support.ts'

const rows: [text: string, wrong: string[]][] = [
  ['`src/a.ts` and `src`', []],
  ['`src/b.ts`', ['docs/page.md names src/b.ts, which does not exist.']],
  ['`a.ts`', []],
  ['`b.ts`', ['docs/page.md names b.ts, which does not exist.']],
  ['node --test src/b.ts', ['docs/page.md names src/b.ts, which does not exist.']],
  ['`packages/*/src` and @stockinette/src/b.ts', []],
  ['[a](../src/a.ts) [self](#the-page-of-it) [web](https://shop.example/x)', []],
  ['[a](src/a.ts)', ['docs/page.md links to src/a.ts, which does not exist.']],
  ['[here](#elsewhere)', ['docs/page.md links to #elsewhere, which does not exist.']],
  ['`npm run build`', []],
  ['`npm run make`', ['docs/page.md has npm run make, which is not a script.']],
  ['`npm run verify -- unit shop`', []],
  ['`npm run verify -- unit units`', ['docs/page.md names the check units, which does not exist.']],
]

const project = { 'src/a.ts': '', 'package.json': JSON.stringify({ scripts: { build: '', verify: '' } }) }

for (const [text, wrong] of rows) {
  test(`checkLinks: '${text}' has ${wrong.length} faults`, async () => {
    const root = await writeProject({ ...project, 'docs/page.md': `# The page, of it\n\n${text}\n` })
    assert.deepEqual(await checkLinks(root, ['docs/page.md']), wrong)
  })
}

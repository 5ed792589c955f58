import assert from 'node:assert/strict'
import { test } from 'node:test'

import { checkCommands, checkLinks, listCommands } from './check-links.ts'
import { root } from './report.ts'
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
  ['`npm run make`', ['docs/page.md has npm run make, which does not exist.']],
  ['`npm run verify -- unit shop`', []],
  ['`npm run verify -- unit units`', ['docs/page.md names the check units, which does not exist.']],
]

const project = { 'src/a.ts': '', 'package.json': JSON.stringify({ scripts: { build: '', verify: '' } }) }

for (const [text, wrong] of rows) {
  test(`checkLinks: '${text}' has ${wrong.length} faults`, async () => {
    const checked = await writeProject({ ...project, 'docs/page.md': `# The page, of it\n\n${text}\n` })
    assert.deepEqual(await checkLinks(checked, ['docs/page.md']), wrong)
  })
}

test('listCommands: commands of one and of two words, without their arguments', () => {
  const commands = listCommands(root)
  for (const name of ['doctor', 'export', 'owner add', 'keys rotate']) assert.ok(commands.includes(name), name)
})

test('checkCommands: a missing and an unknown command are reported', async () => {
  const readme = '| `npm run shop -- owner add EMAIL` | |\n| `npm run shop -- knit` | |\n'
  const checked = await writeProject({ 'README.md': readme })
  assert.deepEqual(await checkCommands(checked, ['owner add', 'doctor']), [
    'README.md does not have the command doctor.',
    'README.md has the command knit, which does not exist.',
  ])
})

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

import { checkSettings } from './check-settings.ts'
import { writeProject } from './test-support.ts'

const page = await readFile(join(import.meta.dirname, '../../docs/configuration.md'), 'utf8')

for (const [what, configuration, readme, wrong] of [
  ['the printed page, and a row in README', page, '| `PORT` | `3000` | the port |\n', []],
  [
    'another default',
    page.replace('`3000`', '`3001`'),
    '',
    ['docs/configuration.md is old: run npm run configuration.'],
  ],
  ['another default in README', page, '| `PORT` | none | the port |\n', ['README.md is wrong: | `PORT` | none |']],
] as const) {
  test(`checkSettings: ${what}`, async () => {
    const root = await writeProject({ 'docs/configuration.md': configuration, 'README.md': readme })
    assert.deepEqual(await checkSettings(root), wrong)
  })
}

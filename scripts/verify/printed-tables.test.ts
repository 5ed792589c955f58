import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

import { checkDefaults, checkTable } from './printed-tables.ts'
import { writeProject } from './test-support.ts'

const readPage = (path: string) => readFile(join(import.meta.dirname, '../..', path), 'utf8')
const [settings, words] = [await readPage('docs/configuration.md'), await readPage('docs/languages.md')]

for (const [what, command, page, wrong] of [
  ['the printed settings', 'configuration', settings, false],
  ['another default', 'configuration', settings.replace('`3000`', '`3001`'), true],
  ['the printed words', 'languages', words, false],
  ['other words of grade C', 'languages', words.replace(/^\| සිංහල \|.*\n/m, ''), true],
] as const) {
  test(`checkTable: ${what}`, async () => {
    const root = await writeProject({ [`docs/${command}.md`]: page })
    const old = [`docs/${command}.md is old: run npm run ${command}.`]
    assert.deepEqual(await checkTable(root, command), wrong ? old : [])
  })
}

for (const [what, row, wrong] of [
  ['the default', '| `PORT` | `3000` |', []],
  ['another default', '| `PORT` | none |', ['README.md is wrong: | `PORT` | none |']],
  ['the default of two settings', '| `SHOP_NAME`, `SHOP_WHATSAPP` | none |', []],
  ['a default that one of two has', '| `SHOP_NAME`, `PORT` | none |', ['README.md is wrong: | `PORT` | none |']],
] as const) {
  test(`checkDefaults: ${what} in README`, async () => {
    assert.deepEqual(await checkDefaults(await writeProject({ 'README.md': `${row} the port |\n` })), wrong)
  })
}

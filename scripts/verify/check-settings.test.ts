import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

import { checkSettings } from './check-settings.ts'
import { writeProject } from './test-support.ts'

const full = await readFile(join(import.meta.dirname, '../../docs/configuration.md'), 'utf8')

async function check(configuration: string, readme = ''): Promise<string[]> {
  return checkSettings(await writeProject({ 'docs/configuration.md': configuration, 'README.md': readme }))
}

test('checkSettings: a missing setting is reported', async () => {
  assert.deepEqual(await check(full.replace('| `PORT`', '| the port')), ['docs/configuration.md does not have PORT.'])
})

test('checkSettings: a row that is not a setting is reported', async () => {
  assert.deepEqual(await check(`${full}\n| \`SHOP_COLOUR\` | none | |\n`), [
    'docs/configuration.md has SHOP_COLOUR, which is not a setting.',
  ])
})

test('checkSettings: a wrong default is a fault', async () => {
  assert.deepEqual(await check(full.replace('| `PORT` | `3000`', '| `PORT` | `3001`')), [
    'docs/configuration.md has a default that is not the default.',
  ])
})

test('checkSettings: README must have the same defaults', async () => {
  assert.deepEqual(await check(full, '| `PORT` | `3000` | the port |'), [])
  assert.deepEqual(await check(full, '| `PORT` | none | the port |'), [
    'README.md and docs/configuration.md differ on PORT.',
  ])
})

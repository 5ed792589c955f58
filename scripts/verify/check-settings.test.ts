import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import { checkSettings } from './check-settings.ts'

const project = join(import.meta.dirname, '../..')
let root: string
let full: string

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'check-settings-'))
  await mkdir(join(root, 'docs'))
  full = await readFile(join(project, 'docs/configuration.md'), 'utf8')
})
after(() => rm(root, { recursive: true }))

async function check(configuration: string, readme = ''): Promise<string[]> {
  await writeFile(join(root, 'docs/configuration.md'), configuration)
  await writeFile(join(root, 'README.md'), readme)
  return checkSettings(root)
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

import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'

import { openCloudShop } from '../kit/shop/cloud-shop.ts'
import { testWords } from '../suites/words.ts'

testWords('cloud', await openCloudShop())

test('cloud: words import and export work on the Firebase project', async (t) => {
  const folder = temporaryFolder(t)
  await using cloud = await openCloudShop()
  const [file, again] = [join(folder, 'words.json'), join(folder, 'again.json')]
  await writeFile(file, JSON.stringify({ si: { 'item.sold': { text: 'විකුණුවා' } } }))
  assert.equal(await cloud.command('words', 'import', file), 'Corrected words of the shop: 1.\n')
  await cloud.command('words', 'export', again)
  const exported = JSON.parse(await readFile(again, 'utf8')) as Record<string, Record<string, { text: string }>>
  assert.equal(exported['si']?.['item.sold']?.text, 'විකුණුවා')
})

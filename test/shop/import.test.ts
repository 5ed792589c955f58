import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'

import { addItem } from '../kit/api-client.ts'
import { openHostedShop } from '../kit/shop/hosted-shop.ts'

test('import: a running shop shows imported items on pages already cached, and after a restart', async (t) => {
  await using shop = await openHostedShop()
  const folder = temporaryFolder(t)
  const homePage = async () => (await fetch(`${shop.url}/`)).text()
  const file = join(folder, 'items.jsonl')
  const items = [1, 2].map((second) => ({
    id: `imported00000000000${second}`,
    createdAt: `2026-01-31T12:00:0${second}.000Z`,
    title: `Imported ${second}`,
    imageUrl: 'https://example.com/ivory.jpg',
  }))
  const lines = [{ format: 'stockinette-items', version: 4 }, ...items, { items: items.length }]
  await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  await addItem(shop.url, { title: 'Of today', imageUrl: 'https://example.com/ivory.jpg' })
  assert.doesNotMatch(await homePage(), /Imported/)

  await shop.command('import', file)
  const order = /Of today[^]*Imported 2[^]*Imported 1/
  assert.match(await homePage(), order)
  assert.equal((await fetch(`${shop.url}/item/imported000000000001`)).status, 200)
  await shop.kill()
  await shop.startAgain()
  assert.match(await homePage(), order)

  await shop.command('export', join(folder, 'again.jsonl'))
  const stdout = await shop.command('import', join(folder, 'again.jsonl'))
  assert.match(stdout, /: 0; already there: 3\.\n$/)
})

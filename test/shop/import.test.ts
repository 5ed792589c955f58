import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'

import { addItem } from '../kit/api-client.ts'
import { root, startShop, type ShopProcess } from '../kit/shop/shop-process.ts'

let shop: ShopProcess
let folder: string

before(async () => {
  shop = await startShop()
  folder = await mkdtemp(join(tmpdir(), 'stockinette-test-'))
})
after(async () => {
  await shop.stop()
  await rm(folder, { recursive: true })
})

function runShopCommand(...args: readonly string[]) {
  const env = { PATH: process.env['PATH'], SHOP_DATA_DIR: shop.dataDir }
  return promisify(execFile)(process.execPath, ['src/cli/main.ts', ...args], { cwd: root, env })
}

async function homePage(): Promise<string> {
  return (await fetch(`${shop.url}/`)).text()
}

test('import: a running shop shows imported items on pages already cached, and after a restart', async () => {
  const file = join(folder, 'items.jsonl')
  const items = [1, 2].map((second) => ({
    id: `imported00000000000${second}`,
    createdAt: `2026-01-31T12:00:0${second}.000Z`,
    title: `Imported ${second}`,
    imageUrl: 'https://example.com/ivory.jpg',
  }))
  const lines = [{ format: 'stockinette-items', version: 3 }, ...items, { items: items.length }]
  await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  await addItem(shop.url, { title: 'Of today', imageUrl: 'https://example.com/ivory.jpg' })
  assert.doesNotMatch(await homePage(), /Imported/)

  await runShopCommand('import', file)
  const order = /Of today[^]*Imported 2[^]*Imported 1/
  assert.match(await homePage(), order)
  assert.equal((await fetch(`${shop.url}/item/imported000000000001`)).status, 200)
  await shop.kill()
  await shop.startAgain()
  assert.match(await homePage(), order)

  await runShopCommand('export', join(folder, 'again.jsonl'))
  const { stdout } = await runShopCommand('import', join(folder, 'again.jsonl'))
  assert.match(stdout, /: 0; already there: 3\.\n$/)
})

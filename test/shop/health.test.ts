import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'

import { sendItem, signUp } from '../kit/api-client.ts'
import { startShop } from '../kit/shop/shop-process.ts'

test('/healthz: answers 503 with the reason when the storage failed, while pages are served', async () => {
  await using shop = await startShop()
  const { idToken } = await signUp(shop.url)
  const healthz = async () => {
    const answer = await fetch(`${shop.url}/healthz`)
    return { status: answer.status, body: await answer.json() }
  }
  assert.deepEqual(await healthz(), { status: 200, body: { status: 'ok' } })
  using other = new DatabaseSync(join(shop.dataDir, 'items.db'))
  other.exec('BEGIN IMMEDIATE')
  const newItem = { title: 'Ivory Beanie', imageUrl: 'https://example.com/ivory.jpg' }
  assert.equal((await sendItem(shop.url, idToken, newItem)).status, 503)
  const missing = 'The shop cannot save: database is locked.'
  assert.deepEqual(await healthz(), { status: 503, body: { status: 'not ready', missing } })
  assert.equal((await fetch(shop.url)).status, 200)
})

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'

import { makeDataDir, startShop } from '../kit/shop/shop-process.ts'

test('SHOP_BACKUP_PING is requested after a daily backup, and after one that a command asked for', async (t) => {
  const folder = await makeDataDir()
  const monitor = createServer((_, response) => void response.end()).listen(0, '127.0.0.1')
  await once(monitor, 'listening')
  t.after(async () => {
    monitor.close()
    await rm(folder, { recursive: true })
  })
  const { port } = monitor.address() as AddressInfo
  const daily = once(monitor, 'request')
  await using shop = await startShop({
    script: 'test/kit/shop/shop-with-frequent-backups.ts',
    env: { SHOP_BACKUP_DIR: join(folder, 'daily'), SHOP_BACKUP_PING: `http://127.0.0.1:${port}/secret` },
  })
  const [request] = (await daily) as [{ method: string; url: string }]
  assert.deepEqual([request.method, request.url], ['GET', '/secret'])
  const byHand = once(monitor, 'request')
  await shop.command('backup', join(folder, 'by-hand'))
  await byHand
  assert.doesNotMatch(shop.output(), /secret/)
})

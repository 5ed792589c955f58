import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'

import { createOwner } from '../kit/accounts.ts'
import { signUp } from '../kit/api-client.ts'
import { callApi } from '../kit/manage-client.ts'
import { openHostedShop } from '../kit/shop/hosted-shop.ts'
import { makeDataDir, startShop, type RunningShop, type ShopProcess } from '../kit/shop/shop-process.ts'

const script = 'test/kit/shop/shop-with-frequent-backups.ts'

async function healthz({ url }: RunningShop) {
  const answer = await fetch(`${url}/healthz`)
  return { status: answer.status, body: (await answer.json()) as { status: string; backup?: BackupField } }
}

interface BackupField {
  readonly ok: boolean | null
  readonly at: string | null
  readonly problem?: string
}

/** The lines of the log with a text, once there are `count` of them. */
async function logged(shop: ShopProcess, text: string, count = 1): Promise<Record<string, unknown>[]> {
  for (;;) {
    const lines = shop.output().split('\n').slice(0, -1)
    const found = lines.filter((line) => line.startsWith('{') && line.includes(text))
    if (found.length >= count) return found.map((line) => JSON.parse(line) as Record<string, unknown>)
    await shop.nextOutput()
  }
}

/** What owners get from a shop without items, when nothing is wrong. */
const emptyList = {
  revision: 0,
  items: [],
  total: 0,
  counts: { all: 0, available: 0, madeToOrder: 0, reserved: 0, sold: 0, hidden: 0, removed: 0 },
  warnings: [],
  described: [],
}

describe('a shop whose backup folder cannot be written to', () => {
  let shop: ShopProcess
  let folder: string
  let owner: string
  let visitor: string
  const listAs = async (idToken: string | undefined) => {
    const answer = await callApi(shop.url, idToken, { method: 'GET', path: '/manage/items' })
    return { status: answer.status, body: (await answer.json()) as { items?: unknown[]; backup?: object } }
  }

  before(async () => {
    folder = await makeDataDir()
    await writeFile(join(folder, 'backups'), 'a file in place of the folder')
    shop = await startShop({ script, env: { SHOP_BACKUP_DIR: join(folder, 'backups') } })
    visitor = (await signUp(shop.url)).idToken
    owner = await createOwner(shop, 'owner@example.com')
    await logged(shop, 'the backup failed')
  })
  after(async () => {
    await shop.stop()
    await rm(folder, { recursive: true })
  })

  test('/healthz: 200, with the problem and its time, and without a path', async () => {
    const { status, body } = await healthz(shop)
    assert.equal(status, 200)
    const { at, ...backup } = body.backup ?? { at: null }
    assert.deepEqual(backup, { ok: false, problem: 'The backup folder cannot be written to.' })
    assert.ok(Math.abs(Date.parse(at ?? '') - Date.now()) < 60_000)
  })

  test('the log has the reason', async () => {
    const [line] = await logged(shop, 'the backup failed')
    assert.equal(line?.['level'], 50)
    assert.match(JSON.stringify(line), /is not a folder/)
  })

  test('owners get the problem with their items', async () => {
    const { status, body } = await listAs(owner)
    assert.equal(status, 200)
    assert.deepEqual(body, {
      ...emptyList,
      backup: { problem: 'not-writable', lastComplete: null },
    })
  })

  for (const who of ['a visitor', 'nobody'] as const) {
    test(`${who} does not`, async () => {
      const { status, body } = await listAs(who === 'nobody' ? undefined : visitor)
      assert.equal(status, who === 'nobody' ? 401 : 403)
      assert.doesNotMatch(JSON.stringify(body), /backup/)
    })
  }

  test('a later attempt succeeds once the folder can be written to: the problem is gone', async () => {
    await rm(join(folder, 'backups'))
    const [line] = await logged(shop, 'the shop was backed up')
    assert.partialDeepStrictEqual(line, { level: 30, items: 0, photoFiles: 0 })
    const { status, body } = await healthz(shop)
    assert.deepEqual([status, body.backup?.ok, body.backup?.problem], [200, true, undefined])
    const { backup, ...list } = (await listAs(owner)).body
    assert.deepEqual(list, emptyList)
    assert.deepEqual(Object.keys(backup ?? {}), ['lastComplete'])
    const { lastComplete = '' } = backup as { lastComplete?: string }
    assert.ok(Math.abs(Date.parse(lastComplete) - Date.now()) < 60_000)
  })
})

test('a shop without SHOP_BACKUP_DIR: /healthz has no field for backups, and owners get that there are none', async () => {
  await using shop = await openHostedShop()
  const { status, body } = await healthz(shop)
  assert.deepEqual([status, body.status, 'backup' in body], [200, 'ok', false])
  const owner = await createOwner(shop, 'owner@example.com')
  const list = (await (await callApi(shop.url, owner, { method: 'GET', path: '/manage/items' })).json()) as object
  assert.partialDeepStrictEqual(list, { backup: { problem: 'not-set-up', lastComplete: null } })
})

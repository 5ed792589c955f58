import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { glob, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'

import { photosOf } from '../kit/load/check-photos.ts'
import { signInAgain } from '../kit/load/check-sessions.ts'
import { writeFullDataFolder, type FullDataFolder } from '../kit/load/full-data-folder.ts'
import { LoadClients, sixClients } from '../kit/load/load-clients.ts'
import { MixedLoad } from '../kit/load/mixed-load.ts'
import { createOwners } from '../kit/load/owners.ts'
import { verify } from '../kit/load/verify.ts'
import { acknowledgedOf, Writer } from '../kit/load/writer.ts'
import { listManaged } from '../kit/manage-client.ts'
import { root, runCommand, startShop, type ShopProcess } from '../kit/shop/shop-process.ts'
import { isFullSize } from '../kit/test-size.ts'

const size = isFullSize ? { items: 10_000, photos: 200 } : { items: 2_000, photos: 20 }
const kills = ['command', 'shop'] as const

const folder = await mkdtemp(join(tmpdir(), 'stockinette-backup-'))
const dataDir = join(folder, 'data')
const backups = join(folder, 'backups')
const env = { SHOP_RATE_LIMITS: 'off' }
/** Two that write everything else, and one that uploads photos. */
const threeClients = sixClients.slice(-3)

let full: FullDataFolder
let shop: ShopProcess
let writer: Writer
let load: MixedLoad

before(async () => {
  full = await writeFullDataFolder(dataDir, size)
  shop = await startShop({ dataDir, env })
  writer = new Writer({ url: shop.url, dataDir, owners: await createOwners(shop, 2) })
  writer.items.push(...full.items)
  load = new MixedLoad(writer, { photoSize: 80, itemsPerImport: 5 })
})
after(async () => {
  await shop.stop()
  await rm(folder, { recursive: true })
})

describe('a backup of thousands of items that is killed at a random moment', () => {
  /** Makes a backup while the shop is written to. @returns how long it took. */
  async function backUp(): Promise<number> {
    const clients = new LoadClients(load, threeClients)
    const startedAt = performance.now()
    await shop.command('backup', backups)
    const took = performance.now() - startedAt
    await clients.stop()
    assert.deepEqual(clients.faults, [])
    return took
  }

  async function countComplete(): Promise<number> {
    return (await Array.fromAsync(glob('*/manifest.json', { cwd: backups }))).length
  }

  test('leaves the shop unharmed, and the next backup is complete', async () => {
    const tookMs = await backUp()
    for (const killed of isFullSize ? [...kills, ...kills] : kills) {
      const clients = new LoadClients(load, threeClients)
      const command = spawn(process.execPath, ['src/cli/main.ts', 'backup', backups], {
        cwd: root,
        env: { ...process.env, SHOP_DATA_DIR: dataDir },
        stdio: 'ignore',
      })
      const exited = once(command, 'exit')
      await setTimeout(randomInt(Math.ceil(tookMs)))
      if (killed === 'command') command.kill('SIGKILL')
      await clients.stop(killed === 'shop' ? () => shop.kill() : undefined)
      // Without a shop, the command makes the backup itself.
      await exited
      if (killed === 'shop') await shop.startAgain()
      assert.deepEqual(clients.faults, [])
    }
    const complete = await countComplete()
    await backUp()
    assert.equal(await countComplete(), complete + 1)
    await shop.command('backup', 'check', backups)
    const found = await verify(writer, { url: shop.url, dataDir, latest: 50 })
    assert.deepEqual(found, { lost: [], halfPhotos: [] })
  })
})

describe('a backup made while items, accounts and photos are written, restored after the shop was killed', () => {
  let restored: ShopProcess
  /** When the backup began. */
  let began: { readonly revision: number; readonly owners: string }
  const restoredDir = join(folder, 'restored')

  before(async () => {
    const clients = new LoadClients(load, threeClients)
    await clients.untilAcknowledged(50)
    writer.remember()
    const { revision } = (await (await fetch(`${shop.url}/api/items`)).json()) as { revision: number }
    began = { revision, owners: await shop.command('owner', 'list') }
    await shop.command('backup', backups)
    await clients.untilAcknowledged(20)
    await clients.stop(() => shop.kill())
    assert.deepEqual(clients.faults, [])
    await runCommand({ ...env, SHOP_DATA_DIR: restoredDir }, 'restore', backups)
    restored = await startShop({ dataDir: restoredDir, env })
  })
  after(() => restored.stop())

  test('has the revision and the owners', async () => {
    const { revision } = (await (await fetch(`${restored.url}/api/items`)).json()) as { revision: number }
    assert.ok(revision >= began.revision, `${revision} is before ${began.revision}.`)
    assert.equal(await restored.command('owner', 'list'), began.owners)
  })

  test('has every item, photo, account and idempotency key that was acknowledged before it began', async () => {
    const copy = writer.movedTo(restored.url, restoredDir)
    await signInAgain(copy)
    const items = await listManaged(restored.url, writer.owners.map((owner) => acknowledgedOf(owner).idToken)[0] ?? '')
    const used = new Set(items.flatMap(photosOf).map(({ id }) => id))
    copy.forgetPhotosBut(used)
    const { photoFiles, photos } = full
    // Most items were never changed.
    const raisedBy = Math.min(...items.map(({ version }) => Number(version))) - 1
    const found = await verify(copy, { url: restored.url, dataDir: restoredDir, photoFiles, raisedBy })
    assert.deepEqual(found, { lost: [], halfPhotos: [] })
    assert.ok(copy.items.length > size.items)
    // The longer the test takes, the more items have other photos by edits.
    assert.ok(photos.some(({ id }) => used.has(id)))
  })
})

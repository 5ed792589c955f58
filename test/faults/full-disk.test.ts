import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'

import { fillDisk } from '@stockinette/sqlite/test-support.ts'

import { noExt4Disk, noMemoryDisk, openExt4Disk, openMemoryDisk } from '../kit/faults/disk.ts'
import { makeCallsFail, noFailingCalls } from '../kit/faults/failing-calls.ts'
import { allSaved, cannotSave, createMaker, noneSaved, saved } from '../kit/faults/maker.ts'
import { logged, readHealth, troubleMessages } from '../kit/faults/shop-log.ts'
import { plainPhoto } from '../kit/photos/photos.ts'
import { findOpenedUrl } from '../kit/shop/opened-url.ts'
import { startFailingShop, startShop } from '../kit/shop/shop-process.ts'

const quickRetries = ['--import', join(import.meta.dirname, '../kit/faults/quick-retries.ts')]

describe('a full disk', { skip: noExt4Disk }, () => {
  test('refuses every write with one message, logs it once, and works again when there is space', async () => {
    await using disk = await openExt4Disk(32_000_000)
    const place = { dataDir: join(disk.path, 'data'), launcher: disk.launcher }
    await using shop = await startShop({ ...place, nodeOptions: quickRetries })
    const maker = await createMaker(shop)
    assert.deepEqual(await maker.doAll(), allSaved)

    disk.fill()
    for (let i = 0; i < 3; i++) assert.deepEqual(await maker.doAll(), noneSaved)
    assert.equal((await fetch(shop.url)).status, 200)
    const missing = 'The shop cannot save: database or disk is full.'
    assert.deepEqual(await readHealth(shop.url), { status: 503, missing })
    assert.deepEqual(troubleMessages(shop.output()), [
      'the storage failed: a small write is tried until it works again',
      'storage-unavailable',
      'the identity service failed',
    ])
    assert.ok((await maker.assertNothingLost({ refreshes: false })) > 0)

    disk.free()
    await logged(shop, 'the storage works again')
    assert.deepEqual(await readHealth(shop.url), { status: 200, missing: undefined })
    assert.deepEqual(await maker.doAll(), allSaved)

    disk.fill()
    assert.deepEqual(await maker.doAll(), noneSaved)
    await shop.kill()
    await shop.startAgain()
    assert.equal((await fetch(shop.url)).status, 200, 'it starts on the full disk after a kill')
    disk.free()
    await maker.assertNothingLost()
    assert.deepEqual(await maker.doAll(), allSaved)
  })

  test('a start either opens the shop or ends with one line, however little space there is', async () => {
    await using disk = await openExt4Disk(4_000_000)
    const dataDir = join(disk.path, 'data')
    for (const freeKilobytes of [0, 8, 44, 140, 216, 236, 240, 244, 248, 300]) {
      rmSync(disk.seen(dataDir), { recursive: true, force: true })
      disk.free()
      disk.fill(freeKilobytes * 1024)
      const line = await startOrLine({ dataDir, launcher: disk.launcher })
      if (line !== 'open') assert.match(line, / needs room, and its disk is full\. Make some and start again;/)
    }
  })

  test('a start with the data of before needs some space, and loses nothing', async () => {
    await using disk = await openExt4Disk(16_000_000)
    const place = { dataDir: join(disk.path, 'data'), launcher: disk.launcher }
    await using shop = await startShop(place)
    const maker = await createMaker(shop)
    await maker.doAll()
    const lines: string[] = []
    for (const freeKilobytes of [0, 16, 64, 128]) {
      await shop.stop()
      disk.free()
      disk.fill(freeKilobytes * 1024)
      lines.push(await startOrLine(place))
    }
    assert.match(lines[0] ?? '', /items\.db needs room, and its disk is full\. .*; what was saved is safe\.$/)
    assert.equal(lines.at(-1), 'open')
    disk.free()
    await shop.startAgain()
    await maker.assertNothingLost()
    assert.deepEqual(await maker.doAll(), allSaved)
  })
})

/** Starts a shop, and stops it if it opens. @returns `open`, or the line that it ended with. */
async function startOrLine(place: { dataDir: string; launcher: readonly string[] }): Promise<string> {
  const { code, signal, lines } = await startFailingShop(place)
  const output = lines.join('\n')
  if (findOpenedUrl(`${output}\n`) !== undefined) return 'open'
  assert.deepEqual([code, signal], [1, null], output)
  const words = lines.filter((line) => !line.startsWith('{'))
  assert.equal(words.length, 1, output)
  return words[0] ?? ''
}

describe('a full folder', { skip: noMemoryDisk }, () => {
  test('a photo whose files do not fit can be sent again when they do, and leaves none behind', async () => {
    await using disk = await openMemoryDisk(64_000_000)
    const photosFolder = join(disk.path, 'data/photos')
    mkdirSync(disk.seen(photosFolder), { recursive: true, mode: 0o700 })
    disk.run('mount', '-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', photosFolder)
    await using shop = await startShop({
      dataDir: join(disk.path, 'data'),
      launcher: disk.launcher,
      nodeOptions: quickRetries,
    })
    const maker = await createMaker(shop)
    const photo = await plainPhoto('#a52')
    const filler = disk.seen(join(photosFolder, 'filler'))
    fillDisk(filler)
    assert.deepEqual(await maker.addPhoto(photo), cannotSave)
    assert.deepEqual(readdirSync(disk.seen(photosFolder)), ['filler'])
    assert.deepEqual(await readHealth(shop.url), { status: 503, missing: 'The shop cannot save: the disk is full.' })
    assert.deepEqual(await maker.addItem(), saved)

    rmSync(filler)
    await logged(shop, 'the storage works again')
    assert.deepEqual(await maker.addPhoto(photo), saved)
    await maker.assertNothingLost()
  })

  test('an upload without a free inode is refused, and received when there is one', async () => {
    await using disk = await openMemoryDisk(64_000_000)
    const uploads = join(disk.path, 'data/uploads')
    mkdirSync(disk.seen(uploads), { recursive: true, mode: 0o700 })
    disk.run('mount', '-t', 'tmpfs', '-o', 'size=16m,nr_inodes=1', 'tmpfs', uploads)
    await using shop = await startShop({
      dataDir: join(disk.path, 'data'),
      launcher: disk.launcher,
      nodeOptions: quickRetries,
    })
    const maker = await createMaker(shop)
    assert.deepEqual(await maker.addPhoto(), cannotSave)
    disk.run('mount', '-o', 'remount,nr_inodes=100', uploads)
    await logged(shop, 'the storage works again')
    assert.deepEqual(await maker.addPhoto(), saved)
    await maker.assertNothingLost()
  })
})

test(
  'a checkpoint of the write-ahead log that finds no space loses nothing, and is made later',
  { skip: noFailingCalls },
  async () => {
    const files = ['items.db', 'identity.sqlite']
    await using shop = await startShop({ env: { SHOP_RATE_LIMITS: 'off' } })
    const maker = await createMaker(shop)
    let added = 0
    /** Adds items and accounts until both write-ahead logs have more pages than SQLite lets them have without a checkpoint. */
    const addUntilDue = async () => {
      const pagesOf = (file: string) => statSync(join(shop.dataDir, `${file}-wal`)).size / 4_096
      while (Math.min(...files.map(pagesOf)) < 1_100) {
        await Promise.all([maker.addItem('Knitted by hand. '.repeat(110)), maker.signUp()])
        added += 2
      }
    }
    const endFault = await makeCallsFail(shop, {
      calls: 'pwrite64',
      effect: 'error=ENOSPC',
      files,
    })
    await addUntilDue()
    assert.ok((await endFault()).count > 0, 'no checkpoint was tried')
    assert.deepEqual([await maker.addItem(), await maker.signUp()], [saved, saved])
    await shop.kill()
    await shop.startAgain()
    assert.equal(await maker.assertNothingLost(), added + 2)
  },
)

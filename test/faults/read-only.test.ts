import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'

import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'

import { noExt4Disk, noMemoryDisk, openExt4Disk, openMemoryDisk } from '../kit/faults/disk.ts'
import { allSaved, cannotSave, createMaker, noneSaved, saved } from '../kit/faults/maker.ts'
import { logged, readHealth, troubleMessages } from '../kit/faults/shop-log.ts'
import { startFailingShop, startShop } from '../kit/shop/shop-process.ts'

const quickRetries = ['--import', join(import.meta.dirname, '../kit/faults/quick-retries.ts')]

describe('a disk that the system makes read-only after an error', { skip: noExt4Disk }, () => {
  test('pages go on, writes are refused with one message, a start says so in one line, and after a repair all is there', async () => {
    await using disk = await openExt4Disk(32_000_000)
    const place = { dataDir: join(disk.path, 'data'), launcher: disk.launcher }
    await using shop = await startShop({ ...place, nodeOptions: quickRetries })
    const maker = await createMaker(shop)
    assert.deepEqual(await maker.doAll(), allSaved)

    disk.run('sync', '--file-system', disk.path)
    disk.run('mount', '-o', 'remount,abort', disk.path)
    for (let i = 0; i < 3; i++) assert.deepEqual(await maker.doAll(), noneSaved)
    assert.equal((await fetch(shop.url)).status, 200)
    const { status, missing } = await readHealth(shop.url)
    assert.equal(status, 503)
    assert.match(missing ?? '', /^The shop cannot save: (?:disk I\/O error|the disk is read-only)\.$/)
    assert.deepEqual(troubleMessages(shop.output()), [
      'the storage failed: a small write is tried until it works again',
      'storage-unavailable',
      'the identity service failed',
    ])
    await shop.kill()

    const { code, lines } = await startFailingShop(place)
    assert.deepEqual([code, lines.length], [1, 1], lines.join('\n'))
    assert.match(
      lines[0] ?? '',
      /items\.db-wal cannot be used: its disk is read-only\. Check the disk, or set SHOP_DATA_DIR/,
    )

    disk.repair()
    await shop.startAgain()
    await maker.assertNothingLost()
    assert.deepEqual(await maker.doAll(), allSaved)
  })
})

describe('a disk that is mounted read-only by hand', { skip: noMemoryDisk }, () => {
  test('photos are refused while items are saved, and photos work again with the disk', async () => {
    await using disk = await openMemoryDisk(64_000_000)
    const photos = join(disk.path, 'data/photos')
    mkdirSync(disk.seen(photos), { recursive: true, mode: 0o700 })
    disk.run('mount', '-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', photos)
    const place = { dataDir: join(disk.path, 'data'), launcher: disk.launcher }
    await using shop = await startShop({ ...place, nodeOptions: quickRetries })
    const maker = await createMaker(shop)
    assert.deepEqual(await maker.doAll(), allSaved)
    disk.run('mount', '-o', 'remount,ro', photos)
    assert.deepEqual([await maker.addPhoto(), await maker.addItem()], [cannotSave, saved])
    assert.deepEqual(await readHealth(shop.url), {
      status: 503,
      missing: 'The shop cannot save: the disk is read-only.',
    })
    await maker.assertNothingLost()
    disk.run('mount', '-o', 'remount,rw', photos)
    await logged(shop, 'the storage works again')
    assert.deepEqual(await maker.doAll(), allSaved)
    await maker.assertNothingLost()
  })

  test('a start ends with one line and changes nothing, and works once the disk is writable', async () => {
    await using disk = await openMemoryDisk(64_000_000)
    const place = { dataDir: join(disk.path, 'data'), launcher: disk.launcher }
    await using shop = await startShop(place)
    const maker = await createMaker(shop)
    await maker.doAll()
    await shop.kill()
    disk.run('mount', '-o', 'remount,ro', disk.path)
    const { code, lines } = await startFailingShop(place)
    assert.deepEqual([code, lines.length], [1, 1], lines.join('\n'))
    assert.match(lines[0] ?? '', /its disk is read-only/)
    disk.run('mount', '-o', 'remount,rw', disk.path)
    await shop.startAgain()
    await maker.assertNothingLost()
  })

  test('a shop that does not run is exported all the same, and status shows it', async (t) => {
    await using disk = await openMemoryDisk(64_000_000)
    await using shop = await startShop({ dataDir: join(disk.path, 'data'), launcher: disk.launcher })
    const maker = await createMaker(shop)
    assert.deepEqual(await maker.doAll(), allSaved)
    await shop.stop()
    disk.run('mount', '-o', 'remount,ro', disk.path)
    const file = join(temporaryFolder(t), 'items.jsonl')
    await shop.command('export', file)
    assert.match(readFileSync(file, 'utf8'), /"title":"Beanie 1"/)
    assert.match(await shop.command('status'), /maker@example\.com/)
  })
})

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'

import { makeCallsFail, noFailingCalls } from '../kit/faults/failing-calls.ts'
import { allSaved, cannotSave, createMaker, noneSaved, saved, type Maker } from '../kit/faults/maker.ts'
import { logged, readHealth, troubleIn, troubleMessages } from '../kit/faults/shop-log.ts'
import { plainPhoto } from '../kit/photos/photos.ts'
import { startShop } from '../kit/shop/shop-process.ts'

const walFiles = ['items.db-wal', 'identity.sqlite-wal']

const preloading = (file: string) => ['--import', join(import.meta.dirname, '../kit/faults', file)]

const settings = {
  nodeOptions: preloading('quick-retries.ts'),
  env: { SHOP_RATE_LIMITS: 'off' },
}

describe('a disk with errors', { skip: noFailingCalls }, () => {
  test('writes that fail are refused with one message, and work again with the disk', async () => {
    await using shop = await startShop(settings)
    const maker = await createMaker(shop)
    assert.deepEqual(await maker.doAll(), allSaved)
    const endFault = await makeCallsFail(shop, { calls: 'pwrite64,write', effect: 'error=EIO', files: walFiles })
    for (let i = 0; i < 3; i++) {
      assert.deepEqual([await maker.addItem(), await maker.editItem(), await maker.signUp()], noneSaved.slice(1))
    }
    assert.equal((await fetch(shop.url)).status, 200)
    assert.deepEqual(await readHealth(shop.url), { status: 503, missing: 'The shop cannot save: disk I/O error.' })
    assert.deepEqual(troubleMessages(shop.output()), [
      'the storage failed: a small write is tried until it works again',
      'storage-unavailable',
      'the identity service failed',
    ])
    await endFault()
    await logged(shop, 'the storage works again')
    assert.deepEqual(await maker.doAll(), allSaved)
    await shop.kill()
    await shop.startAgain()
    await maker.assertNothingLost()
  })

  for (const [what, file, write] of [
    ['items are added', 'items.db-wal', (maker: Maker) => maker.addItem()],
    ['an item is edited', 'items.db-wal', (maker: Maker) => maker.editItem()],
    ['accounts are made', 'identity.sqlite-wal', (maker: Maker) => maker.signUp()],
  ] as const) {
    test(`a failed sync while ${what} ends the shop with one line, and the next start has all that was saved`, async () => {
      await using shop = await startShop(settings)
      const maker = await createMaker(shop)
      assert.deepEqual(await maker.doAll(), allSaved)
      const exited = once(shop.child, 'close')
      const endFault = await makeCallsFail(shop, {
        calls: 'fsync,fdatasync',
        effect: 'error=EIO:when=3',
        files: [file],
      })
      while ((await write(maker).catch(() => undefined)) !== undefined);
      assert.deepEqual(await exited, [1, null])
      await endFault()
      assert.deepEqual(troubleIn(shop.output()), [
        'The disk failed to keep what was written to the data folder (EIO), so the shop ends here. ' +
          'What it has answered is safe. Look at the disk, and start again.',
      ])
      await shop.startAgain()
      assert.ok((await maker.assertNothingLost()) >= 3)
      assert.deepEqual(await maker.doAll(), allSaved)
    })
  }

  test('a photo whose files cannot be synced is refused and leaves none behind, and can be sent again', async () => {
    // A write of a database meanwhile would end the shop, the one that tries whether the storage works again, too.
    await using shop = await startShop({ ...settings, nodeOptions: preloading('retries-on-demand.ts') })
    const maker = await createMaker(shop)
    const photo = await plainPhoto('#a52')
    const endFault = await makeCallsFail(shop, { calls: 'fsync', effect: 'error=EIO:when=1+' })
    assert.deepEqual(await maker.addPhoto(photo), cannotSave)
    assert.deepEqual(readdirSync(join(shop.dataDir, 'photos')), [])
    assert.deepEqual(await readHealth(shop.url), {
      status: 503,
      missing: 'The shop cannot save: the disk does not work.',
    })
    await endFault()
    shop.child.send('try again')
    await logged(shop, 'the storage works again')
    assert.deepEqual(await maker.addPhoto(photo), saved)
    await maker.assertNothingLost()
  })
})
